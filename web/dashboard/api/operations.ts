/* Made from the OpenAPI document: `npm test -- test/house/operations.test.ts -u` writes it anew. */

export type Operations = {
  acceptInvitation: {
    params: undefined;
    query: undefined;
    body: { "secret": string };
    answer: { "session_id": string; "person": { "id": string; "name": string; "email": string; "is_operator": boolean; "second_factor": boolean }; "organisations": ({ "id": string; "name": string; "role": "viewer" | "developer" | "admin" | "owner"; "suspended_reason": string | null })[] };
  };
  closeHall: {
    params: { id: string };
    query: undefined;
    body: Record<string, never>;
    answer: { "id": string; "name": string | null; "external_id": string | null; "record": boolean; "max_participants": number; "empty_timeout_seconds": number; "max_duration_seconds": number; "metadata": Record<string, string>; "status": "open" | "closed"; "close_reason": "requested" | "empty" | "max_duration" | "plan" | null; "participant_count": number; "created_at": string; "closed_at": string | null; "expires_at": string };
  };
  createHall: {
    params: undefined;
    query: undefined;
    body: { "name"?: string | null; "external_id"?: string | null; "record"?: boolean; "max_participants"?: number; "empty_timeout_seconds"?: number; "max_duration_seconds"?: number; "metadata"?: Record<string, string> };
    answer: { "id": string; "name": string | null; "external_id": string | null; "record": boolean; "max_participants": number; "empty_timeout_seconds": number; "max_duration_seconds": number; "metadata": Record<string, string>; "status": "open" | "closed"; "close_reason": "requested" | "empty" | "max_duration" | "plan" | null; "participant_count": number; "created_at": string; "closed_at": string | null; "expires_at": string };
  };
  deleteHall: {
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
  getHall: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: { "id": string; "name": string | null; "external_id": string | null; "record": boolean; "max_participants": number; "empty_timeout_seconds": number; "max_duration_seconds": number; "metadata": Record<string, string>; "status": "open" | "closed"; "close_reason": "requested" | "empty" | "max_duration" | "plan" | null; "participant_count": number; "created_at": string; "closed_at": string | null; "expires_at": string };
  };
  getOrganisation: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: { "id": string; "name": string; "plan": { "name": string; "max_concurrent_halls": number; "max_participants_per_hall": number; "max_duration_seconds": number; "rate_limits": { "requests": number; "create": number; "join": number } }; "usage": { "open_halls": number }; "storage_configured": boolean; "created_at": string };
  };
  getParticipant: {
    params: { id: string; participant_id: string };
    query: undefined;
    body: undefined;
    answer: { "id": string; "hall_id": string; "name": string | null; "user_id": string | null; "role": "host" | "participant" | "viewer"; "status": "invited" | "joined" | "left" | "removed"; "metadata": Record<string, string>; "joined_at": string | null; "left_at": string | null };
  };
  getSession: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: { "session_id": string; "person": { "id": string; "name": string; "email": string; "is_operator": boolean; "second_factor": boolean }; "organisations": ({ "id": string; "name": string; "role": "viewer" | "developer" | "admin" | "owner"; "suspended_reason": string | null })[] };
  };
  giveSecondFactor: {
    params: undefined;
    query: undefined;
    body: { "code"?: string; "recovery_code"?: string };
    answer: { "second_factor_required": boolean };
  };
  joinHall: {
    params: { id: string };
    query: undefined;
    body: { "name"?: string | null; "user_id"?: string | null; "role"?: "host" | "participant" | "viewer"; "metadata"?: Record<string, string>; "token_ttl_seconds"?: number };
    answer: { "participant": { "id": string; "hall_id": string; "name": string | null; "user_id": string | null; "role": "host" | "participant" | "viewer"; "status": "invited" | "joined" | "left" | "removed"; "metadata": Record<string, string>; "joined_at": string | null; "left_at": string | null }; "server_url": string; "participant_token": string; "join_url": string; "expires_at": string };
  };
  listHalls: {
    params: undefined;
    query: { status?: "open" | "closed"; external_id?: string; limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "name": string | null; "external_id": string | null; "record": boolean; "max_participants": number; "empty_timeout_seconds": number; "max_duration_seconds": number; "metadata": Record<string, string>; "status": "open" | "closed"; "close_reason": "requested" | "empty" | "max_duration" | "plan" | null; "participant_count": number; "created_at": string; "closed_at": string | null; "expires_at": string })[]; "next_cursor": string | null };
  };
  listParticipants: {
    params: { id: string };
    query: { status?: "invited" | "joined" | "left" | "removed"; limit?: number; cursor?: string };
    body: undefined;
    answer: { "data": ({ "id": string; "hall_id": string; "name": string | null; "user_id": string | null; "role": "host" | "participant" | "viewer"; "status": "invited" | "joined" | "left" | "removed"; "metadata": Record<string, string>; "joined_at": string | null; "left_at": string | null })[]; "next_cursor": string | null };
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
  removeParticipant: {
    params: { id: string; participant_id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  signIn: {
    params: undefined;
    query: undefined;
    body: { "email": string; "password": string };
    answer: { "second_factor_required": boolean };
  };
  signOut: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: undefined;
  };
  updateHall: {
    params: { id: string };
    query: undefined;
    body: { "name"?: string | null; "external_id"?: string | null; "metadata"?: Record<string, string> };
    answer: { "id": string; "name": string | null; "external_id": string | null; "record": boolean; "max_participants": number; "empty_timeout_seconds": number; "max_duration_seconds": number; "metadata": Record<string, string>; "status": "open" | "closed"; "close_reason": "requested" | "empty" | "max_duration" | "plan" | null; "participant_count": number; "created_at": string; "closed_at": string | null; "expires_at": string };
  };
  updateParticipant: {
    params: { id: string; participant_id: string };
    query: undefined;
    body: { "role"?: "host" | "participant" | "viewer"; "muted"?: true };
    answer: { "id": string; "hall_id": string; "name": string | null; "user_id": string | null; "role": "host" | "participant" | "viewer"; "status": "invited" | "joined" | "left" | "removed"; "metadata": Record<string, string>; "joined_at": string | null; "left_at": string | null };
  };
};

export const ways: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {
  acceptInvitation: ['POST', '/links/accept'],
  closeHall: ['POST', '/halls/{id}/close'],
  createHall: ['POST', '/halls'],
  deleteHall: ['DELETE', '/halls/{id}'],
  describeSignIn: ['GET', '/sign-in'],
  getHall: ['GET', '/halls/{id}'],
  getOrganisation: ['GET', '/organisation'],
  getParticipant: ['GET', '/halls/{id}/participants/{participant_id}'],
  getSession: ['GET', '/session'],
  giveSecondFactor: ['POST', '/sign-in/second-factor'],
  joinHall: ['POST', '/halls/{id}/join'],
  listHalls: ['GET', '/halls'],
  listParticipants: ['GET', '/halls/{id}/participants'],
  openLink: ['POST', '/links/open'],
  redeemLink: ['POST', '/links/redeem'],
  removeParticipant: ['DELETE', '/halls/{id}/participants/{participant_id}'],
  signIn: ['POST', '/sign-in'],
  signOut: ['DELETE', '/session'],
  updateHall: ['PATCH', '/halls/{id}'],
  updateParticipant: ['PATCH', '/halls/{id}/participants/{participant_id}'],
};
