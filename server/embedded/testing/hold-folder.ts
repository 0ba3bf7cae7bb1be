// Opens the data folder named first in the role named second, tells so, and holds it until it is killed.
import { openDataFolder } from '../data-folder.ts';

const [path = '', role] = process.argv.slice(2);
try {
  await openDataFolder(path, role === 'command' ? 'command' : 'server');
  process.stdout.write('held\n');
  process.stdin.resume();
} catch (error) {
  process.stdout.write(`${error}\n`);
}
