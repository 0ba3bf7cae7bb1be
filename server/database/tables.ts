import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely';

type WrittenOnce<T> = ColumnType<T, T, never>;
type SetByDatabase = ColumnType<Date, never, never>;
export type Metadata = Record<string, string>;

export type HallStatus = 'opening' | 'open' | 'closed' | 'deleted' | 'discarded';
export type CloseReason = 'requested' | 'empty' | 'max_duration' | 'plan';
export type Role = 'host' | 'participant' | 'viewer';
export type ParticipantStatus = 'invited' | 'joined' | 'left' | 'removed';
/** What a person may do in an organisation, from most to least. */
export type MemberRole = 'owner' | 'admin' | 'developer' | 'viewer';
export type LinkKind = 'set_up' | 'invitation' | 'reset';

type PlansTable = {
  name: WrittenOnce<string>;
  max_concurrent_halls: number;
  max_participants_per_hall: number;
  max_duration_seconds: number;
  limit_requests: Generated<number>;
  limit_create: Generated<number>;
  limit_join: Generated<number>;
};

type OrganisationsTable = {
  id: WrittenOnce<string>;
  name: string;
  plan: string;
  max_concurrent_halls: number | null;
  limit_requests: number | null;
  limit_create: number | null;
  limit_join: number | null;
  open_halls: Generated<number>;
  webhook_count: Generated<number>;
  logo_url: string | null;
  colour: string | null;
  suspended_at: Date | null;
  suspended_reason: string | null;
  created_at: SetByDatabase;
};

type KeysTable = {
  id: WrittenOnce<string>;
  organisation_id: WrittenOnce<string>;
  name: string;
  hash: WrittenOnce<Buffer>;
  hint: WrittenOnce<string>;
  created_by: WrittenOnce<string | null>;
  created_at: SetByDatabase;
  last_used_at: Date | null;
  revoked_at: Date | null;
};

type HallsTable = {
  id: WrittenOnce<string>;
  organisation_id: WrittenOnce<string>;
  status: HallStatus;
  close_reason: CloseReason | null;
  name: string | null;
  external_id: string | null;
  record: boolean;
  max_participants: number;
  empty_timeout_seconds: number;
  max_duration_seconds: number;
  metadata: JSONColumnType<Metadata>;
  participant_count: Generated<number>;
  created_at: SetByDatabase;
  expires_at: Date;
  empties_at: Date | null;
  warns_at: Date | null;
  closed_at: Date | null;
  last_sequence: Generated<number>;
};

type ParticipantsTable = {
  id: WrittenOnce<string>;
  organisation_id: WrittenOnce<string>;
  hall_id: WrittenOnce<string>;
  name: string | null;
  user_id: string | null;
  role: Role;
  status: ParticipantStatus;
  metadata: JSONColumnType<Metadata>;
  created_at: SetByDatabase;
  token_expires_at: Date;
  joined_at: Date | null;
  left_at: Date | null;
};

/** Of the table participants, what the API shows and who needs it to enter. */
export type ParticipantRow = {
  id: string;
  hall_id: string;
  name: string | null;
  user_id: string | null;
  role: Role;
  status: ParticipantStatus;
  metadata: Metadata;
  joined_at: Date | null;
  left_at: Date | null;
  token_expires_at: Date;
};

type PresencesTable = {
  session: WrittenOnce<string>;
  participant_id: WrittenOnce<string>;
  hall_id: WrittenOnce<string>;
  joined_at: WrittenOnce<Date>;
  left_at: Date | null;
};

export const eventTypes = [
  'hall.created',
  'hall.closed',
  'hall.deleted',
  'participant.joined',
  'participant.left',
  'recording.started',
  'recording.completed',
  'recording.failed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Written by triggers and by the function tell_event, as the API shows it; see migration 0003. */
type EventsTable = {
  id: WrittenOnce<string>;
  organisation_id: WrittenOnce<string>;
  hall_id: WrittenOnce<string | null>;
  type: WrittenOnce<EventType>;
  sequence: WrittenOnce<number | null>;
  data: JSONColumnType<object>;
  created_at: SetByDatabase;
  entry: WrittenOnce<string>;
  position: string | null;
};

type MediaEventsTable = { id: WrittenOnce<string>; received_at: SetByDatabase };

export type RecordingStatus = 'starting' | 'recording' | 'uploading' | 'completed' | 'failed';

/** Where a recording's object is. */
export type RecordingPlace = { endpoint: string; region: string; bucket: string; path_style: boolean };

type RecordingsTable = {
  id: WrittenOnce<string>;
  organisation_id: WrittenOnce<string>;
  hall_id: WrittenOnce<string>;
  status: Generated<RecordingStatus>;
  created_at: SetByDatabase;
  started_at: Date | null;
  stops_at: Date | null;
  ended_at: Date | null;
  duration_seconds: number | null;
  /** PostgreSQL's bigint comes as text. */
  size_bytes: string | null;
  width: number | null;
  height: number | null;
  object_key: string | null;
  poster_key: string | null;
  failure: string | null;
  deleted_at: Date | null;
  recorder_id: string | null;
  holder: string | null;
  leased_until: Date | null;
  is_lost: Generated<boolean>;
  place: RecordingPlace | null;
  upload_id: string | null;
};

type RecordingPartsTable = { recording_id: WrittenOnce<string>; number: WrittenOnce<number>; etag: string };

type RecordersTable = {
  id: WrittenOnce<string>;
  host: string;
  capacity: number;
  busy: number;
  is_able: boolean;
  reason: string | null;
  seen_at: Generated<Date>;
};

type StorageSettingsTable = {
  organisation_id: WrittenOnce<string>;
  endpoint: string;
  region: string;
  bucket: string;
  prefix: string;
  path_style: boolean;
  access_key_id: string;
  secret_access_key: Buffer;
  updated_at: SetByDatabase;
};

type IdempotentRequestsTable = {
  organisation_id: WrittenOnce<string>;
  key: WrittenOnce<string>;
  fingerprint: Buffer;
  seed: string;
  leased_until: Date;
  status: number | null;
  location: string | null;
  body: Buffer | null;
  created_at: SetByDatabase;
};

export type DisabledReason = 'requested' | 'gone' | 'failing';
export const deliveryStatuses = ['pending', 'delivered', 'failed', 'cancelled'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];
export type DeliveryReason = 'event' | 'replay' | 'redelivery' | 'test';

type WebhooksTable = {
  id: WrittenOnce<string>;
  organisation_id: WrittenOnce<string>;
  url: string;
  events: string[];
  description: string | null;
  enabled: Generated<boolean>;
  disabled_reason: DisabledReason | null;
  disabled_at: Date | null;
  failing_since: Date | null;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  rotated_by: string | null;
  created_at: SetByDatabase;
  deleted_at: Date | null;
};

/** One attempt as the log keeps it. */
export type LoggedAttempt = {
  at: string;
  result: 'delivered' | 'refused' | 'timed_out' | 'blocked' | 'failed';
  duration_ms: number;
  url: string;
  request_headers: Record<string, string>;
  response_status: number | null;
  response_headers: Record<string, string>;
  response_body: string;
  error: string | null;
};

type DeliveriesTable = {
  id: WrittenOnce<string>;
  organisation_id: WrittenOnce<string>;
  webhook_id: WrittenOnce<string>;
  event_id: WrittenOnce<string>;
  event_type: WrittenOnce<string>;
  reason: WrittenOnce<DeliveryReason>;
  status: DeliveryStatus;
  attempt_count: Generated<number>;
  next_attempt_at: Date | null;
  response_status: number | null;
  error: string | null;
  attempts: JSONColumnType<LoggedAttempt[]>;
  body: string | null;
  created_at: SetByDatabase;
  finished_at: Date | null;
};

type WebhookQueuesTable = {
  webhook_id: WrittenOnce<string>;
  due_at: Date | null;
  holder: string | null;
  version: string;
  slow: boolean;
  strikes: number;
  rests_until: Date | null;
  cancelled_through: Date | null;
};

type WebhookReplaysTable = {
  id: WrittenOnce<string>;
  organisation_id: WrittenOnce<string>;
  webhook_id: WrittenOnce<string>;
  from_time: WrittenOnce<Date>;
  to_time: WrittenOnce<Date>;
  status: 'running' | 'completed' | 'cancelled';
  position: string;
  last_position: WrittenOnce<string>;
  queued: number;
  created_at: SetByDatabase;
  finished_at: Date | null;
};

type LeasesTable = { name: string; holder: string; until: Date };
type InstallationTable = { the_one: boolean; id: string; callers_version: string };

type PeopleTable = {
  id: WrittenOnce<string>;
  name: string;
  email: string;
  email_verified: Generated<boolean>;
  image: string | null;
  two_factor_enabled: Generated<boolean>;
  is_operator: Generated<boolean>;
  created_at: SetByDatabase;
  updated_at: Generated<Date>;
};

type SessionsTable = {
  id: WrittenOnce<string>;
  token: WrittenOnce<string>;
  person_id: WrittenOnce<string>;
  address: string | null;
  user_agent: string | null;
  created_at: SetByDatabase;
  updated_at: Generated<Date>;
  expires_at: Date;
};

type CredentialsTable = {
  id: WrittenOnce<string>;
  person_id: WrittenOnce<string>;
  provider_id: WrittenOnce<string>;
  account_id: WrittenOnce<string>;
  password: string | null;
  created_at: SetByDatabase;
  updated_at: Generated<Date>;
};

type SignInStepsTable = { id: WrittenOnce<string>; identifier: string; value: string; expires_at: Date };
type TwoFactorsTable = { id: WrittenOnce<string>; person_id: WrittenOnce<string>; verified: boolean };

type PasskeysTable = {
  id: WrittenOnce<string>;
  person_id: WrittenOnce<string>;
  name: string | null;
  created_at: SetByDatabase;
};

type MembersTable = {
  organisation_id: WrittenOnce<string>;
  person_id: WrittenOnce<string>;
  role: MemberRole;
  created_at: SetByDatabase;
};

type LinksTable = {
  id: WrittenOnce<string>;
  kind: WrittenOnce<LinkKind>;
  hash: WrittenOnce<Buffer>;
  organisation_id: WrittenOnce<string | null>;
  role: WrittenOnce<MemberRole | null>;
  email: WrittenOnce<string | null>;
  person_id: WrittenOnce<string | null>;
  created_by: WrittenOnce<string | null>;
  created_at: SetByDatabase;
  expires_at: Date;
  used_at: Date | null;
};

type AuditLogTable = {
  id: WrittenOnce<string>;
  organisation_id: WrittenOnce<string | null>;
  person_id: WrittenOnce<string>;
  person_email: WrittenOnce<string>;
  action: WrittenOnce<string>;
  target: WrittenOnce<string>;
  details: JSONColumnType<Record<string, unknown>>;
  address: WrittenOnce<string>;
  created_at: SetByDatabase;
};

type UsageCountsTable = { organisation_id: string; day: string; what: string; count: string };

export type Tables = {
  plans: PlansTable;
  organisations: OrganisationsTable;
  keys: KeysTable;
  halls: HallsTable;
  participants: ParticipantsTable;
  presences: PresencesTable;
  media_events: MediaEventsTable;
  storage_settings: StorageSettingsTable;
  recordings: RecordingsTable;
  recording_parts: RecordingPartsTable;
  recorders: RecordersTable;
  events: EventsTable;
  idempotent_requests: IdempotentRequestsTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  webhook_queues: WebhookQueuesTable;
  webhook_replays: WebhookReplaysTable;
  leases: LeasesTable;
  installation: InstallationTable;
  people: PeopleTable;
  sessions: SessionsTable;
  credentials: CredentialsTable;
  sign_in_steps: SignInStepsTable;
  two_factors: TwoFactorsTable;
  passkeys: PasskeysTable;
  members: MembersTable;
  links: LinksTable;
  audit_log: AuditLogTable;
  usage_counts: UsageCountsTable;
};

export type Database = Kysely<Tables> | Transaction<Tables>;
