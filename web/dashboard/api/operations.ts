/* Made from the OpenAPI document: `npm test -- test/house/operations.test.ts -u` writes it anew. */

export type Operations = {
  acceptInvitation: {
    params: undefined;
    query: undefined;
    body: { "secret": string };
    answer: { "session_id": string; "person": { "id": string; "name": string; "email": string; "is_operator": boolean; "second_factor": boolean }; "organisations": ({ "id": string; "name": string; "role": "viewer" | "developer" | "admin" | "owner"; "suspended_reason": string | null })[] };
  };
  addPasskey: {
    params: undefined;
    query: undefined;
    body: { "name": string; "response": object };
    answer: { "data": ({ "id": string; "name": string | null; "created_at": string })[] };
  };
  beginPasskey: {
    params: undefined;
    query: undefined;
    body: Record<string, never>;
    answer: object;
  };
  beginPasskeySignIn: {
    params: undefined;
    query: undefined;
    body: Record<string, never>;
    answer: object;
  };
  beginSecondFactor: {
    params: undefined;
    query: undefined;
    body: { "password": string };
    answer: { "uri": string; "recovery_codes": (string)[] };
  };
  beginSingleSignOn: {
    params: undefined;
    query: undefined;
    body: Record<string, never>;
    answer: { "url": string };
  };
  changeOrganisation: {
    params: { id: string };
    query: undefined;
    body: { "name"?: string; "plan"?: string; "max_concurrent_halls"?: number | null; "limit_requests"?: number | null; "limit_create"?: number | null; "limit_join"?: number | null };
    answer: { "id": string; "name": string; "plan": string; "own_limits": { "max_concurrent_halls": number | null; "limit_requests": number | null; "limit_create": number | null; "limit_join": number | null }; "open_halls": number; "members": number; "suspended_at": string | null; "suspended_reason": string | null; "created_at": string };
  };
  changePassword: {
    params: undefined;
    query: undefined;
    body: { "current_password": string; "new_password": string };
    answer: undefined;
  };
  changePlan: {
    params: { name: string };
    query: undefined;
    body: { "max_concurrent_halls"?: number; "max_participants_per_hall"?: number; "max_duration_seconds"?: number; "limit_requests"?: number; "limit_create"?: number; "limit_join"?: number };
    answer: { "name": string; "max_concurrent_halls": number; "max_participants_per_hall": number; "max_duration_seconds": number; "limit_requests": number; "limit_create": number; "limit_join": number };
  };
  closeHall: {
    params: { id: string };
    query: undefined;
    body: Record<string, never>;
    answer: { "id": string; "name": string | null; "external_id": string | null; "record": boolean; "max_participants": number; "empty_timeout_seconds": number; "max_duration_seconds": number; "metadata": Record<string, string>; "status": "open" | "closed"; "close_reason": "requested" | "empty" | "max_duration" | "plan" | null; "participant_count": number; "created_at": string; "closed_at": string | null; "expires_at": string };
  };
  confirmSecondFactor: {
    params: undefined;
    query: undefined;
    body: { "code": string };
    answer: undefined;
  };
  createHall: {
    params: undefined;
    query: undefined;
    body: { "name"?: string | null; "external_id"?: string | null; "record"?: boolean; "max_participants"?: number; "empty_timeout_seconds"?: number; "max_duration_seconds"?: number; "metadata"?: Record<string, string> };
    answer: { "id": string; "name": string | null; "external_id": string | null; "record": boolean; "max_participants": number; "empty_timeout_seconds": number; "max_duration_seconds": number; "metadata": Record<string, string>; "status": "open" | "closed"; "close_reason": "requested" | "empty" | "max_duration" | "plan" | null; "participant_count": number; "created_at": string; "closed_at": string | null; "expires_at": string };
  };
  createInvitation: {
    params: undefined;
    query: undefined;
    body: { "email": string; "role": "viewer" | "developer" | "admin" | "owner" };
    answer: { "id": string; "url": string; "expires_at": string; "mailed": boolean };
  };
  createKey: {
    params: undefined;
    query: undefined;
    body: { "name": string };
    answer: { "id": string; "name": string; "ends_with": string; "created_by": string | null; "created_at": string; "last_used_at": string | null; "revoked_at": string | null; "key": string };
  };
  createOrganisation: {
    params: undefined;
    query: undefined;
    body: { "name": string; "plan": string };
    answer: { "id": string; "name": string; "plan": string; "own_limits": { "max_concurrent_halls": number | null; "limit_requests": number | null; "limit_create": number | null; "limit_join": number | null }; "open_halls": number; "members": number; "suspended_at": string | null; "suspended_reason": string | null; "created_at": string };
  };
  createPersonResetLink: {
    params: { id: string };
    query: undefined;
    body: Record<string, never>;
    answer: { "url": string; "expires_at": string };
  };
  createPlan: {
    params: undefined;
    query: undefined;
    body: { "name": string; "max_concurrent_halls": number; "max_participants_per_hall": number; "max_duration_seconds": number; "limit_requests": number; "limit_create": number; "limit_join": number };
    answer: { "name": string; "max_concurrent_halls": number; "max_participants_per_hall": number; "max_duration_seconds": number; "limit_requests": number; "limit_create": number; "limit_join": number };
  };
  createResetLink: {
    params: { id: string };
    query: undefined;
    body: Record<string, never>;
    answer: { "url": string; "expires_at": string };
  };
  createWebhook: {
    params: undefined;
    query: undefined;
    body: { "url": string; "events"?: ("hall.created" | "hall.closed" | "hall.deleted" | "participant.joined" | "participant.left" | "recording.started" | "recording.completed" | "recording.failed" | "*")[]; "description"?: string | null };
    answer: { "id": string; "url": string; "events": (string)[]; "description": string | null; "enabled": boolean; "disabled_reason": "requested" | "gone" | "failing" | null; "disabled_at": string | null; "failing_since": string | null; "previous_secret_until": string | null; "created_at": string; "secret": string };
  };
  deleteHall: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  deleteInvitation: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  deleteRecording: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  deleteWebhook: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  describeSignIn: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: { "password": boolean; "passkey": boolean; "single_sign_on": boolean; "mail": boolean };
  };
  downloadRecording: {
    params: { id: string };
    query: { ttl_seconds?: number };
    body: undefined;
    answer: { "url": string; "expires_at": string; "poster_url": string | null };
  };
  endSession: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  endSingleSignOn: {
    params: undefined;
    query: undefined;
    body: { "code": string; "state": string; "iss"?: string };
    answer: { "second_factor_required": boolean };
  };
  exportAuditLog: {
    params: undefined;
    query: { action?: string; person_id?: string; from?: string; until?: string };
    body: undefined;
    answer: string;
  };
  exportUsage: {
    params: undefined;
    query: { from?: string; until?: string; by?: "day" | "month" };
    body: undefined;
    answer: string;
  };
  getDelivery: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: { "id": string; "webhook_id": string; "event_id": string; "event_type": string; "reason": "event" | "replay" | "redelivery" | "test"; "status": "pending" | "delivered" | "failed" | "cancelled"; "attempt_count": number; "next_attempt_at": string | null; "response_status": number | null; "error": string | null; "created_at": string; "finished_at": string | null; "body": string | null; "attempts": ({ "at": string; "result": "delivered" | "refused" | "timed_out" | "blocked" | "failed"; "duration_ms": number; "url": string; "request_headers": Record<string, string>; "response_status": number | null; "response_headers": Record<string, string>; "response_body": string; "error": string | null })[] };
  };
  getEvent: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: { "id": string; "type": "hall.created" | "hall.closed" | "hall.deleted" | "participant.joined" | "participant.left" | "recording.started" | "recording.completed" | "recording.failed"; "created_at": string; "sequence": number | null; "data": { "hall"?: { "id": string; "name": string | null; "external_id": string | null; "record": boolean; "max_participants": number; "empty_timeout_seconds": number; "max_duration_seconds": number; "metadata": Record<string, string>; "status": "open" | "closed"; "close_reason": "requested" | "empty" | "max_duration" | "plan" | null; "participant_count": number; "created_at": string; "closed_at": string | null; "expires_at": string }; "participant"?: { "id": string; "hall_id": string; "name": string | null; "user_id": string | null; "role": "host" | "participant" | "viewer"; "status": "invited" | "joined" | "left" | "removed"; "metadata": Record<string, string>; "joined_at": string | null; "left_at": string | null }; "recording"?: { "id": string; "hall_id": string; "status": "starting" | "recording" | "uploading" | "completed" | "failed"; "started_at": string | null; "ended_at": string | null; "duration_seconds": number | null; "size_bytes": number | null; "width": number | null; "height": number | null; "format": "mp4"; "object_key": string | null; "failure": string | null } } };
  };
  getHall: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: { "id": string; "name": string | null; "external_id": string | null; "record": boolean; "max_participants": number; "empty_timeout_seconds": number; "max_duration_seconds": number; "metadata": Record<string, string>; "status": "open" | "closed"; "close_reason": "requested" | "empty" | "max_duration" | "plan" | null; "participant_count": number; "created_at": string; "closed_at": string | null; "expires_at": string };
  };
  getInstallation: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: { "version": string; "instance": string; "uptime_seconds": number; "ready": boolean; "parts": ({ "name": string; "ready": boolean; "essential": boolean; "detail": string })[]; "media_server": { "url": string; "reachable": boolean }; "organisations": number; "suspended": number; "open_halls": number; "recorders": { "able": number; "capacity": number; "waiting": number; "running": number; "uploading": number }; "webhooks": { "waiting": number; "oldest_due_seconds": number } };
  };
  getInstallationUsage: {
    params: undefined;
    query: { from?: string; until?: string; by?: "day" | "month" };
    body: undefined;
    answer: { "data": ({ "period": string; "participant_minutes": number; "recorded_minutes": number; "halls": number; "requests": number; "refused_requests": number; "refused_create": number; "refused_join": number })[] };
  };
  getOrganisation: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: { "id": string; "name": string; "plan": { "name": string; "max_concurrent_halls": number; "max_participants_per_hall": number; "max_duration_seconds": number; "rate_limits": { "requests": number; "create": number; "join": number } }; "usage": { "open_halls": number }; "storage_configured": boolean; "created_at": string };
  };
  getOrganisationUsage: {
    params: { id: string };
    query: { from?: string; until?: string; by?: "day" | "month" };
    body: undefined;
    answer: { "data": ({ "period": string; "participant_minutes": number; "recorded_minutes": number; "halls": number; "requests": number; "refused_requests": number; "refused_create": number; "refused_join": number })[] };
  };
  getParticipant: {
    params: { id: string; participant_id: string };
    query: undefined;
    body: undefined;
    answer: { "id": string; "hall_id": string; "name": string | null; "user_id": string | null; "role": "host" | "participant" | "viewer"; "status": "invited" | "joined" | "left" | "removed"; "metadata": Record<string, string>; "joined_at": string | null; "left_at": string | null };
  };
  getPlan: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: { "plan": { "name": string; "max_concurrent_halls": number; "max_participants_per_hall": number; "max_duration_seconds": number; "limit_requests": number; "limit_create": number; "limit_join": number }; "own_limits": { "max_concurrent_halls": number | null; "limit_requests": number | null; "limit_create": number | null; "limit_join": number | null }; "open_halls": number };
  };
  getRecording: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: { "id": string; "hall_id": string; "status": "starting" | "recording" | "uploading" | "completed" | "failed"; "started_at": string | null; "ended_at": string | null; "duration_seconds": number | null; "size_bytes": number | null; "width": number | null; "height": number | null; "format": "mp4"; "object_key": string | null; "failure": string | null };
  };
  getReplay: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: { "id": string; "webhook_id": string; "from": string; "to": string; "status": "running" | "completed" | "cancelled"; "queued": number; "created_at": string; "finished_at": string | null };
  };
  getSession: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: { "session_id": string; "person": { "id": string; "name": string; "email": string; "is_operator": boolean; "second_factor": boolean }; "organisations": ({ "id": string; "name": string; "role": "viewer" | "developer" | "admin" | "owner"; "suspended_reason": string | null })[] };
  };
  getStorage: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: { "endpoint": string; "region": string; "bucket": string; "access_key_id": string; "prefix": string; "path_style": boolean; "updated_at": string };
  };
  getUsage: {
    params: undefined;
    query: { from?: string; until?: string; by?: "day" | "month" };
    body: undefined;
    answer: { "data": ({ "period": string; "participant_minutes": number; "recorded_minutes": number; "halls": number; "requests": number; "refused_requests": number; "refused_create": number; "refused_join": number })[] };
  };
  getWebhook: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: { "id": string; "url": string; "events": (string)[]; "description": string | null; "enabled": boolean; "disabled_reason": "requested" | "gone" | "failing" | null; "disabled_at": string | null; "failing_since": string | null; "previous_secret_until": string | null; "created_at": string };
  };
  giveSecondFactor: {
    params: undefined;
    query: undefined;
    body: { "code"?: string; "recovery_code"?: string };
    answer: { "second_factor_required": boolean };
  };
  inviteOwner: {
    params: { id: string };
    query: undefined;
    body: { "email": string; "role": "viewer" | "developer" | "admin" | "owner" };
    answer: { "id": string; "url": string; "expires_at": string; "mailed": boolean };
  };
  joinHall: {
    params: { id: string };
    query: undefined;
    body: { "name"?: string | null; "user_id"?: string | null; "role"?: "host" | "participant" | "viewer"; "metadata"?: Record<string, string>; "token_ttl_seconds"?: number };
    answer: { "participant": { "id": string; "hall_id": string; "name": string | null; "user_id": string | null; "role": "host" | "participant" | "viewer"; "status": "invited" | "joined" | "left" | "removed"; "metadata": Record<string, string>; "joined_at": string | null; "left_at": string | null }; "server_url": string; "participant_token": string; "join_url": string; "expires_at": string };
  };
  listAuditLog: {
    params: undefined;
    query: { action?: string; person_id?: string; from?: string; until?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "created_at": string; "person_id": string; "person_email": string; "action": string; "target": string; "details": object; "address": string })[]; "next_cursor": string | null };
  };
  listEvents: {
    params: undefined;
    query: { type?: string; hall_id?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "type": "hall.created" | "hall.closed" | "hall.deleted" | "participant.joined" | "participant.left" | "recording.started" | "recording.completed" | "recording.failed"; "created_at": string; "sequence": number | null; "data": { "hall"?: { "id": string; "name": string | null; "external_id": string | null; "record": boolean; "max_participants": number; "empty_timeout_seconds": number; "max_duration_seconds": number; "metadata": Record<string, string>; "status": "open" | "closed"; "close_reason": "requested" | "empty" | "max_duration" | "plan" | null; "participant_count": number; "created_at": string; "closed_at": string | null; "expires_at": string }; "participant"?: { "id": string; "hall_id": string; "name": string | null; "user_id": string | null; "role": "host" | "participant" | "viewer"; "status": "invited" | "joined" | "left" | "removed"; "metadata": Record<string, string>; "joined_at": string | null; "left_at": string | null }; "recording"?: { "id": string; "hall_id": string; "status": "starting" | "recording" | "uploading" | "completed" | "failed"; "started_at": string | null; "ended_at": string | null; "duration_seconds": number | null; "size_bytes": number | null; "width": number | null; "height": number | null; "format": "mp4"; "object_key": string | null; "failure": string | null } } })[]; "next_cursor": string | null };
  };
  listHalls: {
    params: undefined;
    query: { status?: "open" | "closed"; external_id?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "name": string | null; "external_id": string | null; "record": boolean; "max_participants": number; "empty_timeout_seconds": number; "max_duration_seconds": number; "metadata": Record<string, string>; "status": "open" | "closed"; "close_reason": "requested" | "empty" | "max_duration" | "plan" | null; "participant_count": number; "created_at": string; "closed_at": string | null; "expires_at": string })[]; "next_cursor": string | null };
  };
  listInstallationAuditLog: {
    params: undefined;
    query: { action?: string; person_id?: string; from?: string; until?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "created_at": string; "person_id": string; "person_email": string; "action": string; "target": string; "details": object; "address": string })[]; "next_cursor": string | null };
  };
  listInvitations: {
    params: undefined;
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "email": string; "role": "viewer" | "developer" | "admin" | "owner"; "created_at": string; "expires_at": string })[]; "next_cursor": string | null };
  };
  listKeys: {
    params: undefined;
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "name": string; "ends_with": string; "created_by": string | null; "created_at": string; "last_used_at": string | null; "revoked_at": string | null })[]; "next_cursor": string | null };
  };
  listMembers: {
    params: undefined;
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "name": string; "email": string; "role": "viewer" | "developer" | "admin" | "owner"; "second_factor": boolean; "created_at": string; "last_sign_in_at": string | null })[]; "next_cursor": string | null };
  };
  listOrganisations: {
    params: undefined;
    query: { name?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "name": string; "plan": string; "own_limits": { "max_concurrent_halls": number | null; "limit_requests": number | null; "limit_create": number | null; "limit_join": number | null }; "open_halls": number; "members": number; "suspended_at": string | null; "suspended_reason": string | null; "created_at": string })[]; "next_cursor": string | null };
  };
  listParticipants: {
    params: { id: string };
    query: { status?: "invited" | "joined" | "left" | "removed"; limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "hall_id": string; "name": string | null; "user_id": string | null; "role": "host" | "participant" | "viewer"; "status": "invited" | "joined" | "left" | "removed"; "metadata": Record<string, string>; "joined_at": string | null; "left_at": string | null })[]; "next_cursor": string | null };
  };
  listPasskeys: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: { "data": ({ "id": string; "name": string | null; "created_at": string })[] };
  };
  listPeople: {
    params: undefined;
    query: { email?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "name": string; "email": string; "is_operator": boolean; "second_factor": boolean })[]; "next_cursor": string | null };
  };
  listPlans: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: { "data": ({ "name": string; "max_concurrent_halls": number; "max_participants_per_hall": number; "max_duration_seconds": number; "limit_requests": number; "limit_create": number; "limit_join": number })[] };
  };
  listRecordings: {
    params: undefined;
    query: { hall_id?: string; status?: "starting" | "recording" | "uploading" | "completed" | "failed"; limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "hall_id": string; "status": "starting" | "recording" | "uploading" | "completed" | "failed"; "started_at": string | null; "ended_at": string | null; "duration_seconds": number | null; "size_bytes": number | null; "width": number | null; "height": number | null; "format": "mp4"; "object_key": string | null; "failure": string | null })[]; "next_cursor": string | null };
  };
  listSessions: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: { "data": ({ "id": string; "current": boolean; "address": string | null; "user_agent": string | null; "created_at": string; "expires_at": string })[] };
  };
  listWebhookDeliveries: {
    params: { id: string };
    query: { status?: "pending" | "delivered" | "failed" | "cancelled"; limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "webhook_id": string; "event_id": string; "event_type": string; "reason": "event" | "replay" | "redelivery" | "test"; "status": "pending" | "delivered" | "failed" | "cancelled"; "attempt_count": number; "next_attempt_at": string | null; "response_status": number | null; "error": string | null; "created_at": string; "finished_at": string | null })[]; "next_cursor": string | null };
  };
  listWebhooks: {
    params: undefined;
    query: { limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "url": string; "events": (string)[]; "description": string | null; "enabled": boolean; "disabled_reason": "requested" | "gone" | "failing" | null; "disabled_at": string | null; "failing_since": string | null; "previous_secret_until": string | null; "created_at": string })[]; "next_cursor": string | null };
  };
  openLink: {
    params: undefined;
    query: undefined;
    body: { "secret": string };
    answer: { "kind": "set_up" | "invitation" | "reset"; "email": string | null; "organisation_name": string | null; "role": "viewer" | "developer" | "admin" | "owner" | null; "has_account": boolean; "expires_at": string };
  };
  redeemLink: {
    params: undefined;
    query: undefined;
    body: { "secret": string; "password": string; "name"?: string; "email"?: string };
    answer: { "second_factor_required": boolean };
  };
  redeliver: {
    params: { id: string };
    query: undefined;
    body: Record<string, never>;
    answer: { "id": string; "webhook_id": string; "event_id": string; "event_type": string; "reason": "event" | "replay" | "redelivery" | "test"; "status": "pending" | "delivered" | "failed" | "cancelled"; "attempt_count": number; "next_attempt_at": string | null; "response_status": number | null; "error": string | null; "created_at": string; "finished_at": string | null; "body": string | null; "attempts": ({ "at": string; "result": "delivered" | "refused" | "timed_out" | "blocked" | "failed"; "duration_ms": number; "url": string; "request_headers": Record<string, string>; "response_status": number | null; "response_headers": Record<string, string>; "response_body": string; "error": string | null })[] };
  };
  removeMember: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  removeParticipant: {
    params: { id: string; participant_id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  removePasskey: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  removeSecondFactor: {
    params: undefined;
    query: undefined;
    body: { "password": string };
    answer: undefined;
  };
  removeStorage: {
    params: undefined;
    query: { force?: boolean };
    body: undefined;
    answer: undefined;
  };
  renewRecoveryCodes: {
    params: undefined;
    query: undefined;
    body: { "password": string };
    answer: { "recovery_codes": (string)[] };
  };
  replayWebhook: {
    params: { id: string };
    query: undefined;
    body: { "from": string; "to": string };
    answer: { "id": string; "webhook_id": string; "from": string; "to": string; "status": "running" | "completed" | "cancelled"; "queued": number; "created_at": string; "finished_at": string | null };
  };
  requestPasswordReset: {
    params: undefined;
    query: undefined;
    body: { "email": string };
    answer: undefined;
  };
  resumeOrganisation: {
    params: { id: string };
    query: undefined;
    body: Record<string, never>;
    answer: { "id": string; "name": string; "plan": string; "own_limits": { "max_concurrent_halls": number | null; "limit_requests": number | null; "limit_create": number | null; "limit_join": number | null }; "open_halls": number; "members": number; "suspended_at": string | null; "suspended_reason": string | null; "created_at": string };
  };
  revokeKey: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  rotateWebhookSecret: {
    params: { id: string };
    query: undefined;
    body: Record<string, never>;
    answer: { "id": string; "url": string; "events": (string)[]; "description": string | null; "enabled": boolean; "disabled_reason": "requested" | "gone" | "failing" | null; "disabled_at": string | null; "failing_since": string | null; "previous_secret_until": string | null; "created_at": string; "secret": string };
  };
  setStorage: {
    params: undefined;
    query: undefined;
    body: { "endpoint": string; "region": string; "bucket": string; "access_key_id": string; "prefix"?: string; "path_style"?: boolean; "secret_access_key": string };
    answer: { "endpoint": string; "region": string; "bucket": string; "access_key_id": string; "prefix": string; "path_style": boolean; "updated_at": string };
  };
  signIn: {
    params: undefined;
    query: undefined;
    body: { "email": string; "password": string };
    answer: { "second_factor_required": boolean };
  };
  signInWithPasskey: {
    params: undefined;
    query: undefined;
    body: { "response": object };
    answer: { "second_factor_required": boolean };
  };
  signOut: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  signOutEverywhere: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  startRecording: {
    params: { id: string };
    query: undefined;
    body: Record<string, never>;
    answer: { "id": string; "hall_id": string; "status": "starting" | "recording" | "uploading" | "completed" | "failed"; "started_at": string | null; "ended_at": string | null; "duration_seconds": number | null; "size_bytes": number | null; "width": number | null; "height": number | null; "format": "mp4"; "object_key": string | null; "failure": string | null };
  };
  stopRecording: {
    params: { id: string };
    query: undefined;
    body: Record<string, never>;
    answer: { "id": string; "hall_id": string; "status": "starting" | "recording" | "uploading" | "completed" | "failed"; "started_at": string | null; "ended_at": string | null; "duration_seconds": number | null; "size_bytes": number | null; "width": number | null; "height": number | null; "format": "mp4"; "object_key": string | null; "failure": string | null };
  };
  suspendOrganisation: {
    params: { id: string };
    query: undefined;
    body: { "reason": string };
    answer: { "id": string; "name": string; "plan": string; "own_limits": { "max_concurrent_halls": number | null; "limit_requests": number | null; "limit_create": number | null; "limit_join": number | null }; "open_halls": number; "members": number; "suspended_at": string | null; "suspended_reason": string | null; "created_at": string };
  };
  testStorage: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: { "ok": boolean; "step"?: string; "fault"?: string; "detail"?: string };
  };
  testWebhook: {
    params: { id: string };
    query: undefined;
    body: Record<string, never>;
    answer: { "id": string; "webhook_id": string; "event_id": string; "event_type": string; "reason": "event" | "replay" | "redelivery" | "test"; "status": "pending" | "delivered" | "failed" | "cancelled"; "attempt_count": number; "next_attempt_at": string | null; "response_status": number | null; "error": string | null; "created_at": string; "finished_at": string | null; "body": string | null; "attempts": ({ "at": string; "result": "delivered" | "refused" | "timed_out" | "blocked" | "failed"; "duration_ms": number; "url": string; "request_headers": Record<string, string>; "response_status": number | null; "response_headers": Record<string, string>; "response_body": string; "error": string | null })[] };
  };
  updateHall: {
    params: { id: string };
    query: undefined;
    body: { "name"?: string | null; "external_id"?: string | null; "metadata"?: Record<string, string> };
    answer: { "id": string; "name": string | null; "external_id": string | null; "record": boolean; "max_participants": number; "empty_timeout_seconds": number; "max_duration_seconds": number; "metadata": Record<string, string>; "status": "open" | "closed"; "close_reason": "requested" | "empty" | "max_duration" | "plan" | null; "participant_count": number; "created_at": string; "closed_at": string | null; "expires_at": string };
  };
  updateMember: {
    params: { id: string };
    query: undefined;
    body: { "role": "viewer" | "developer" | "admin" | "owner" };
    answer: { "id": string; "name": string; "email": string; "role": "viewer" | "developer" | "admin" | "owner"; "second_factor": boolean; "created_at": string; "last_sign_in_at": string | null };
  };
  updateOrganisation: {
    params: undefined;
    query: undefined;
    body: { "name"?: string; "logo_url"?: string | null; "colour"?: string | null };
    answer: { "id": string; "name": string; "plan": { "name": string; "max_concurrent_halls": number; "max_participants_per_hall": number; "max_duration_seconds": number; "rate_limits": { "requests": number; "create": number; "join": number } }; "usage": { "open_halls": number }; "storage_configured": boolean; "created_at": string };
  };
  updateParticipant: {
    params: { id: string; participant_id: string };
    query: undefined;
    body: { "role"?: "host" | "participant" | "viewer"; "muted"?: true };
    answer: { "id": string; "hall_id": string; "name": string | null; "user_id": string | null; "role": "host" | "participant" | "viewer"; "status": "invited" | "joined" | "left" | "removed"; "metadata": Record<string, string>; "joined_at": string | null; "left_at": string | null };
  };
  updateProfile: {
    params: undefined;
    query: undefined;
    body: { "name": string };
    answer: { "session_id": string; "person": { "id": string; "name": string; "email": string; "is_operator": boolean; "second_factor": boolean }; "organisations": ({ "id": string; "name": string; "role": "viewer" | "developer" | "admin" | "owner"; "suspended_reason": string | null })[] };
  };
  updateWebhook: {
    params: { id: string };
    query: undefined;
    body: { "url"?: string; "events"?: ("hall.created" | "hall.closed" | "hall.deleted" | "participant.joined" | "participant.left" | "recording.started" | "recording.completed" | "recording.failed" | "*")[]; "description"?: string | null; "enabled"?: boolean };
    answer: { "id": string; "url": string; "events": (string)[]; "description": string | null; "enabled": boolean; "disabled_reason": "requested" | "gone" | "failing" | null; "disabled_at": string | null; "failing_since": string | null; "previous_secret_until": string | null; "created_at": string };
  };
};

export const ways: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {
  acceptInvitation: ['POST', '/links/accept'],
  addPasskey: ['POST', '/profile/passkeys'],
  beginPasskey: ['POST', '/profile/passkeys/options'],
  beginPasskeySignIn: ['POST', '/sign-in/passkey/options'],
  beginSecondFactor: ['POST', '/profile/second-factor'],
  beginSingleSignOn: ['POST', '/sign-in/single-sign-on'],
  changeOrganisation: ['PATCH', '/operator/organisations/{id}'],
  changePassword: ['POST', '/profile/password'],
  changePlan: ['PATCH', '/operator/plans/{name}'],
  closeHall: ['POST', '/halls/{id}/close'],
  confirmSecondFactor: ['POST', '/profile/second-factor/confirm'],
  createHall: ['POST', '/halls'],
  createInvitation: ['POST', '/invitations'],
  createKey: ['POST', '/keys'],
  createOrganisation: ['POST', '/operator/organisations'],
  createPersonResetLink: ['POST', '/operator/people/{id}/reset-link'],
  createPlan: ['POST', '/operator/plans'],
  createResetLink: ['POST', '/members/{id}/reset-link'],
  createWebhook: ['POST', '/webhooks'],
  deleteHall: ['DELETE', '/halls/{id}'],
  deleteInvitation: ['DELETE', '/invitations/{id}'],
  deleteRecording: ['DELETE', '/recordings/{id}'],
  deleteWebhook: ['DELETE', '/webhooks/{id}'],
  describeSignIn: ['GET', '/sign-in'],
  downloadRecording: ['GET', '/recordings/{id}/download'],
  endSession: ['DELETE', '/profile/sessions/{id}'],
  endSingleSignOn: ['POST', '/sign-in/single-sign-on/end'],
  exportAuditLog: ['GET', '/audit-log.csv'],
  exportUsage: ['GET', '/usage.csv'],
  getDelivery: ['GET', '/deliveries/{id}'],
  getEvent: ['GET', '/events/{id}'],
  getHall: ['GET', '/halls/{id}'],
  getInstallation: ['GET', '/operator/installation'],
  getInstallationUsage: ['GET', '/operator/usage'],
  getOrganisation: ['GET', '/organisation'],
  getOrganisationUsage: ['GET', '/operator/organisations/{id}/usage'],
  getParticipant: ['GET', '/halls/{id}/participants/{participant_id}'],
  getPlan: ['GET', '/plan'],
  getRecording: ['GET', '/recordings/{id}'],
  getReplay: ['GET', '/replays/{id}'],
  getSession: ['GET', '/session'],
  getStorage: ['GET', '/organisation/storage'],
  getUsage: ['GET', '/usage'],
  getWebhook: ['GET', '/webhooks/{id}'],
  giveSecondFactor: ['POST', '/sign-in/second-factor'],
  inviteOwner: ['POST', '/operator/organisations/{id}/invitations'],
  joinHall: ['POST', '/halls/{id}/join'],
  listAuditLog: ['GET', '/audit-log'],
  listEvents: ['GET', '/events'],
  listHalls: ['GET', '/halls'],
  listInstallationAuditLog: ['GET', '/operator/audit-log'],
  listInvitations: ['GET', '/invitations'],
  listKeys: ['GET', '/keys'],
  listMembers: ['GET', '/members'],
  listOrganisations: ['GET', '/operator/organisations'],
  listParticipants: ['GET', '/halls/{id}/participants'],
  listPasskeys: ['GET', '/profile/passkeys'],
  listPeople: ['GET', '/operator/people'],
  listPlans: ['GET', '/operator/plans'],
  listRecordings: ['GET', '/recordings'],
  listSessions: ['GET', '/profile/sessions'],
  listWebhookDeliveries: ['GET', '/webhooks/{id}/deliveries'],
  listWebhooks: ['GET', '/webhooks'],
  openLink: ['POST', '/links/open'],
  redeemLink: ['POST', '/links/redeem'],
  redeliver: ['POST', '/deliveries/{id}/redeliver'],
  removeMember: ['DELETE', '/members/{id}'],
  removeParticipant: ['DELETE', '/halls/{id}/participants/{participant_id}'],
  removePasskey: ['DELETE', '/profile/passkeys/{id}'],
  removeSecondFactor: ['POST', '/profile/second-factor/remove'],
  removeStorage: ['DELETE', '/organisation/storage'],
  renewRecoveryCodes: ['POST', '/profile/recovery-codes'],
  replayWebhook: ['POST', '/webhooks/{id}/replay'],
  requestPasswordReset: ['POST', '/password-reset'],
  resumeOrganisation: ['POST', '/operator/organisations/{id}/resume'],
  revokeKey: ['DELETE', '/keys/{id}'],
  rotateWebhookSecret: ['POST', '/webhooks/{id}/rotate_secret'],
  setStorage: ['POST', '/organisation/storage'],
  signIn: ['POST', '/sign-in'],
  signInWithPasskey: ['POST', '/sign-in/passkey'],
  signOut: ['DELETE', '/session'],
  signOutEverywhere: ['DELETE', '/profile/sessions'],
  startRecording: ['POST', '/halls/{id}/recordings'],
  stopRecording: ['POST', '/recordings/{id}/stop'],
  suspendOrganisation: ['POST', '/operator/organisations/{id}/suspend'],
  testStorage: ['POST', '/organisation/storage/test'],
  testWebhook: ['POST', '/webhooks/{id}/test'],
  updateHall: ['PATCH', '/halls/{id}'],
  updateMember: ['PATCH', '/members/{id}'],
  updateOrganisation: ['PATCH', '/organisation'],
  updateParticipant: ['PATCH', '/halls/{id}/participants/{participant_id}'],
  updateProfile: ['PATCH', '/profile'],
  updateWebhook: ['PATCH', '/webhooks/{id}'],
};
