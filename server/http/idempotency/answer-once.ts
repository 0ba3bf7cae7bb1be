import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HallError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import type { Seal } from '../../sealed.ts';
import type { Answer, Attempt } from '../route.ts';
import { answerContext } from './answer-context.ts';
import { type EarlierRequest, leaseSeconds, type RequestStore } from './request-store.ts';

/** Visible ASCII, as in the IETF's draft of the Idempotency-Key header. */
const keyPattern = /^[\x20-\x7e]{1,255}$/;
/** Longer than a lease: when the first one's process died, the one that waits takes over instead of giving up. */
const waitMilliseconds = (leaseSeconds + 5) * 1000;

type Request = { readonly method: string; readonly path: string; readonly body: unknown };
export type RepeatableAnswer = Answer & { readonly replayed: boolean };

/** Runs a request once for each Idempotency-Key and gives its answer to the repeats. */
export type AnswerOnce = (
  organisationId: string,
  key: string,
  request: Request,
  run: (attempt: Attempt) => Promise<Answer>,
) => Promise<RepeatableAnswer>;

/** JSON with sorted keys, so that the same body written in another order is the same body. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  ) ?? '';

const fingerprintOf = ({ method, path, body }: Request): Buffer =>
  createHash('sha256')
    .update(`${method} ${path}\n${canonical(body)}`)
    .digest();

const newSeed = (): string => newId('req').slice('req_'.length);

export const answerOnce = (requests: RequestStore, seal: Seal, onForgotten: (error: unknown) => void): AnswerOnce => {
  const replay = (organisationId: string, key: string, fingerprint: Buffer, earlier: EarlierRequest) => {
    if (!earlier.fingerprint.equals(fingerprint)) throw new HallError('idempotency_key_reused');
    if (earlier.status === null || earlier.body === null) return undefined;
    const body: unknown = JSON.parse(seal.open(earlier.body, answerContext(organisationId, key)));
    const answer = { status: earlier.status, body, replayed: true };
    return earlier.location === null ? answer : { ...answer, location: earlier.location };
  };

  const runOnce = async (
    organisationId: string,
    key: string,
    attempt: Attempt,
    run: (attempt: Attempt) => Promise<Answer>,
  ) => {
    let answer: Answer;
    try {
      answer = await run(attempt);
    } catch (error) {
      // A refusal did nothing, so the repeat begins anew. Of any other failure it is not known what had been done, so the
      // repeat resumes by the seed. Should this fail too, it does so when the lease has run out: later, but right.
      const settle = error instanceof HallError ? requests.forget : requests.giveBack;
      await settle(organisationId, key, attempt.seed).catch(onForgotten);
      throw error;
    }
    const body = seal.close(JSON.stringify(answer.body ?? null), answerContext(organisationId, key));
    const { status, location = null } = answer;
    // What was asked for is done: an answer that cannot be kept is still the answer, and a repeat resumes by the seed.
    await requests.remember(organisationId, key, { status, location, body }).catch(onForgotten);
    return { ...answer, replayed: false };
  };

  return async (organisationId, key, request, run) => {
    if (!keyPattern.test(key)) throw new HallError('malformed_idempotency_key');
    const fingerprint = fingerprintOf(request);
    const seed = newSeed();
    const deadline = performance.now() + waitMilliseconds;
    for (let wait = 20; ; wait = Math.min(wait * 1.5, 250)) {
      const claim = await requests.claim(organisationId, key, fingerprint, seed);
      if (claim !== undefined) return runOnce(organisationId, key, claim, run);
      const earlier = await requests.find(organisationId, key);
      const answer = earlier === undefined ? undefined : replay(organisationId, key, fingerprint, earlier);
      if (answer !== undefined) return answer;
      if (performance.now() > deadline) throw new HallError('idempotent_request_in_progress', { retryAfterSeconds: 5 });
      await sleep(wait);
    }
  };
};
