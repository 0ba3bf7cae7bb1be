import { type OnEnd, runProgram } from '../setup/hall-process.ts';

export type CommandEnd = { readonly code: number | null; readonly out: string; readonly err: string };

export type HallCommand = {
  /** Runs `hall` with these arguments to its end. */
  run(...args: string[]): Promise<CommandEnd>;
  /** The same with --json; throws unless it succeeds and prints JSON and nothing else. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results whose shape they tell themselves
  json(...args: string[]): Promise<any>;
};

/** The command line, in processes of its own with these variables. */
export const hallCommand = (environment: Readonly<Record<string, string>>, onEnd: OnEnd): HallCommand => {
  const run = async (...args: string[]): Promise<CommandEnd> => {
    const program = runProgram('server/cli/main.ts', args, environment, onEnd);
    const { code } = await program.ended;
    return { code, out: program.out, err: program.err };
  };
  return {
    run,
    json: async (...args) => {
      const { code, out, err } = await run(...args, '--json');
      if (code !== 0 || err !== '') throw new Error(`hall ${args.join(' ')} ended with ${code}: ${out}${err}`);
      return JSON.parse(out);
    },
  };
};
