import { HallError } from '../errors.ts';

/** As a schema would refuse it, for what no schema can say. */
export const fieldRefusal = (path: string, message: string): HallError =>
  new HallError('invalid_body', { values: { fault: `${path} ${message}` }, faults: [{ path, message }] });
