import { HallError } from '../../errors.ts';
import { newId } from '../../ids.ts';
import { findWebhook } from '../endpoints/find-webhook.ts';
import type { WebhookStore } from '../endpoints/webhook-store.ts';
import { fieldRefusal } from '../field-refusal.ts';
import { presentReplay, type ReplayBody } from './present-replay.ts';
import type { ReplayStore } from './replay-store.ts';

export type ReplayWish = { from: string; to: string };
export type StartReplay = (
  organisationId: string,
  webhookId: string,
  wish: ReplayWish,
  attempt: { readonly seed: string } | undefined,
) => Promise<ReplayBody>;

/** RFC 3339, whose time zone is not left out: what a local time is nobody here knows. */
const timePattern = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;

const readTime = (path: string, text: string): Date => {
  const time = new Date(text);
  if (!timePattern.test(text) || Number.isNaN(time.getTime()))
    throw fieldRefusal(path, 'must be a time such as 2026-11-21T09:00:00Z');
  return time;
};

/** Asks for the events of a time to be queued again. That is done beside the request, however many they are. */
export const startReplay =
  (webhooks: WebhookStore, replays: ReplayStore): StartReplay =>
  async (organisationId, webhookId, wish, attempt) => {
    const [from, to] = [readTime('/from', wish.from), readTime('/to', wish.to)];
    if (to <= from) throw fieldRefusal('/to', 'must be later than from');
    const webhook = await findWebhook(webhooks, organisationId, webhookId);
    if (!webhook.enabled) throw new HallError('webhook_disabled');
    const id = attempt === undefined ? newId('rpl') : `rpl_${attempt.seed}`;
    const started = await replays.start(organisationId, { id, webhookId, from, to });
    // There already, from an attempt of this request whose answer was lost; or another one runs.
    const row = started ?? (await replays.find(organisationId, id));
    if (row === undefined) throw new HallError('replay_running');
    return presentReplay(row);
  };
