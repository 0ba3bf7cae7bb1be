// Stands in for Hall: runs PostgreSQL on the data folder named first, with the system folder named second. Tells where
// it is as JSON, or why it did not start, and stops when its standard input ends.
import { once } from 'node:events';
import { openDataFolder } from '../data-folder.ts';
import { startPostgres } from '../postgres.ts';

const [path = '', systemFolder = ''] = process.argv.slice(2);
const say = () => undefined;
try {
  const dataFolder = await openDataFolder(path, 'server');
  const log = { debug: say, info: say, warn: say, error: say };
  const postgres = await startPostgres({ dataFolder, log, report: say, systemFolder });
  process.stdout.write(`${JSON.stringify(postgres.connection)}\n`);
  process.stdin.resume();
  await once(process.stdin, 'end');
  await postgres.stop();
  await dataFolder.release();
} catch (error) {
  process.stdout.write(`${error}\n`);
}
