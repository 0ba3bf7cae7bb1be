import { Command, CommanderError } from 'commander';
import { ConfigError } from '../config.ts';
import { isUnavailable } from '../database/open-database.ts';
import { StartError } from '../embedded/start-error.ts';
import { version } from '../version.ts';
import { CommandError } from './command-error.ts';
import { doctorCommand } from './doctor.ts';
import { keyCommands } from './keys.ts';
import { listenCommand } from './listen/listen.ts';
import { organisationCommands } from './organisations.ts';
import { output } from './output.ts';
import { peopleCommands } from './people.ts';
import { planCommands } from './plans.ts';
import { recorderCommand } from './recorder.ts';
import { secretCommands } from './secrets.ts';
import { storageCommands } from './storage.ts';

const program = new Command('hall')
  .description(
    'Runs an installation of Hall: who may use it, and how much. Works beside a running server and without one.',
  )
  .version(version)
  .option('--json', 'print results as JSON')
  .configureHelp({ showGlobalOptions: true })
  .exitOverride();

const chosenOutput = () => output(program.opts<{ json?: boolean }>().json === true);

organisationCommands(program, chosenOutput);
keyCommands(program, chosenOutput);
planCommands(program, chosenOutput);
secretCommands(program, chosenOutput);
peopleCommands(program, chosenOutput);
storageCommands(program, chosenOutput);
recorderCommand(program);
doctorCommand(program, chosenOutput);
listenCommand(program, chosenOutput);

/** --json is taken before and after the command's name alike. */
const allowJsonAnywhere = (command: Command): void => {
  for (const inner of command.commands) {
    if (inner.commands.length === 0) {
      inner.option('--json', 'print the result as JSON').hook('preAction', (ran) => {
        if (ran.opts<{ json?: boolean }>().json === true) program.setOptionValue('json', true);
      });
    }
    allowJsonAnywhere(inner);
  }
};
allowJsonAnywhere(program);

const explain = (error: unknown): string => {
  if (error instanceof CommandError || error instanceof StartError || error instanceof ConfigError)
    return error.message;
  if (isUnavailable(error)) return 'The database does not answer. Check DATABASE_URL, or see: hall doctor';
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

try {
  await program.parseAsync();
} catch (error) {
  // Commander has printed its own errors, help and version already.
  if (error instanceof CommanderError) process.exitCode = error.exitCode;
  else {
    process.stderr.write(`${explain(error)}\n`);
    process.exitCode = 1;
  }
}
