// Stands in for Hall: keeps a sleeping child with its record in the folder named first, and tells the child's pid.
import { startChild } from '../child-process.ts';
import { sleeper } from './sleeper.ts';

const child = await startChild(sleeper(process.argv[2] ?? ''));
process.stdout.write(`${child.pid}\n`);
