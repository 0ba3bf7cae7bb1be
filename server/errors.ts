/**
 * Every refusal Hall can give: status and the sentence people read. Clients branch on the code.
 * Words in braces are filled in from the refusal's values; nothing else of the cause is ever shown.
 */
const catalogue = {
  malformed_request: [400, 'The request is malformed: {fault}.'],
  malformed_json: [400, 'The body is not valid JSON in UTF-8.'],
  unsupported_content_type: [400, 'Send the body as JSON with the header Content-Type: application/json.'],
  body_too_large: [400, 'The body is larger than {limit} bytes.'],
  malformed_parameter: [400, 'The parameter {parameter} {fault}.'],
  malformed_idempotency_key: [400, 'Idempotency-Key takes 1 to 255 visible characters.'],
  storage_not_configured: [
    400,
    'Recording requires storage configuration. Configure object storage for your organisation, or create the hall without record.',
  ],
  key_missing: [401, 'No API key. Send the header Authorization: Bearer <API_KEY>.'],
  key_invalid: [401, 'The API key is invalid or was revoked.'],
  token_invalid: [401, 'This is no token of a hall here. Use the whole link or token that a join gave.'],
  token_expired: [401, 'The token has expired. Ask the person who invited you for a new link.'],
  signature_invalid: [401, "The request is not signed with the media server's API secret."],
  plan_limit: [403, 'Plan limit reached: {limit} concurrent halls. Close existing halls or upgrade the plan.'],
  plan_limit_participants: [
    403,
    'The plan allows at most {limit} participants per hall. Ask for fewer or upgrade the plan.',
  ],
  plan_limit_duration: [403, 'The plan allows halls of at most {limit} seconds. Ask for less or upgrade the plan.'],
  hall_closed: [403, 'The hall is closed. Create a new one.'],
  hall_full: [403, 'The hall is full: {limit} participants are inside. Try again when somebody has left.'],
  participant_removed: [403, 'This participant was removed from the hall and cannot enter it again.'],
  too_many_streams: [
    403,
    'At most {limit} event streams of an organisation may be open at once. Close one that is not needed.',
  ],
  host_only: [403, 'Only a host of this hall may do that.'],
  storage_in_use: [
    403,
    'Open halls of the organisation are to be recorded: {halls}. Close them first, or remove the settings by force.',
  ],
  recording_runs: [403, 'A recording of this hall runs already. Stop it first.'],
  recording_not_ready: [403, 'The recording cannot be downloaded: it is {status}. Wait until it is completed.'],
  not_found: [404, 'There is nothing at this path with this method.'],
  hall_not_found: [404, 'Hall not found.'],
  participant_not_found: [404, 'Participant not found.'],
  organisation_not_found: [404, 'Organisation not found.'],
  recording_not_found: [404, 'Recording not found.'],
  storage_not_found: [404, 'The organisation has no storage settings.'],
  event_not_found: [404, 'Event not found.'],
  invalid_body: [422, 'The body does not match the schema: {fault}.'],
  idempotency_key_reused: [
    422,
    'This Idempotency-Key was used before with another request. Use a new key for a new request.',
  ],
  rate_limited: [429, 'Rate limit exceeded. Try again in {seconds} seconds.'],
  media_unavailable: [502, 'Creating the media room failed. Retry the request.'],
  media_unreachable: [502, 'The media server cannot be reached and nothing was changed. Retry the request.'],
  removal_unfinished: [
    502,
    'The participant cannot enter any more, but the media server could not be reached to disconnect them. Hall keeps trying; repeating the request is safe.',
  ],
  recorder_unavailable: [
    502,
    'Nothing can record at this moment: {reason}. Retry the request, or create the hall without record.',
  ],
  storage_unavailable: [502, 'The object storage cannot be reached and nothing was changed. Retry the request.'],
  idempotent_request_in_progress: [
    503,
    'The first request with this Idempotency-Key is still at work. Retry the request. Status: {status_url}',
  ],
  unavailable: [503, 'The service is temporarily unavailable. Retry the request. Status: {status_url}'],
} as const satisfies Record<string, readonly [status: number, detail: string]>;

export type RefusalCode = keyof typeof catalogue;
export type RefusalStatus = (typeof catalogue)[RefusalCode][0];

/** One place of a body that does not match its schema: a JSON pointer and what is wrong there. */
export type BodyFault = { path: string; message: string };

type Details = {
  /** Fill the braces of the sentence. */
  values?: Readonly<Record<string, string | number>>;
  faults?: readonly BodyFault[];
  /** Seconds after which a retry makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** Goes to the log alone. */
  cause?: unknown;
};

export class HallError extends Error {
  readonly code: RefusalCode;
  readonly status: RefusalStatus;
  readonly values: Readonly<Record<string, string | number>>;
  readonly faults: readonly BodyFault[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: RefusalCode, details: Details = {}) {
    super(code, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = catalogue[code][0];
    this.values = details.values ?? {};
    this.faults = details.faults;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** The status and the unfilled sentence of a refusal, for documentation. */
export const describeRefusal = (code: RefusalCode): { status: RefusalStatus; detail: string } => ({
  status: catalogue[code][0],
  detail: catalogue[code][1],
});

/** The sentence a person reads, its braces filled. */
export const refusalDetail = (code: RefusalCode, values: Readonly<Record<string, string | number>>): string =>
  catalogue[code][1].replace(/\{(\w+)\}/g, (braces, name: string) => String(values[name] ?? braces));
