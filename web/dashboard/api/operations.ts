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
  changePassword: {
    params: undefined;
    query: undefined;
    body: { "current_password": string; "new_password": string };
    answer: undefined;
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
  createResetLink: {
    params: { id: string };
    query: undefined;
    body: Record<string, never>;
    answer: { "url": string; "expires_at": string };
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
  describeSignIn: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: { "password": boolean; "passkey": boolean; "single_sign_on": boolean; "mail": boolean };
  };
  endSession: {
    params: { id: string };
    query: undefined;
    body: undefined;
    answer: undefined;
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
  listSessions: {
    params: undefined;
    query: undefined;
    body: undefined;
    answer: { "data": ({ "id": string; "current": boolean; "address": string | null; "user_agent": string | null; "created_at": string; "expires_at": string })[] };
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
  renewRecoveryCodes: {
    params: undefined;
    query: undefined;
    body: { "password": string };
    answer: { "recovery_codes": (string)[] };
  };
  requestPasswordReset: {
    params: undefined;
    query: undefined;
    body: { "email": string };
    answer: undefined;
  };
  revokeKey: {
    params: { id: string };
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
};

export const ways: Readonly<Record<keyof Operations, readonly [method: string, path: string]>> = {
  acceptInvitation: ['POST', '/links/accept'],
  addPasskey: ['POST', '/profile/passkeys'],
  beginPasskey: ['POST', '/profile/passkeys/options'],
  beginPasskeySignIn: ['POST', '/sign-in/passkey/options'],
  beginSecondFactor: ['POST', '/profile/second-factor'],
  changePassword: ['POST', '/profile/password'],
  closeHall: ['POST', '/halls/{id}/close'],
  confirmSecondFactor: ['POST', '/profile/second-factor/confirm'],
  createHall: ['POST', '/halls'],
  createInvitation: ['POST', '/invitations'],
  createKey: ['POST', '/keys'],
  createResetLink: ['POST', '/members/{id}/reset-link'],
  deleteHall: ['DELETE', '/halls/{id}'],
  deleteInvitation: ['DELETE', '/invitations/{id}'],
  describeSignIn: ['GET', '/sign-in'],
  endSession: ['DELETE', '/profile/sessions/{id}'],
  getHall: ['GET', '/halls/{id}'],
  getOrganisation: ['GET', '/organisation'],
  getParticipant: ['GET', '/halls/{id}/participants/{participant_id}'],
  getSession: ['GET', '/session'],
  giveSecondFactor: ['POST', '/sign-in/second-factor'],
  joinHall: ['POST', '/halls/{id}/join'],
  listHalls: ['GET', '/halls'],
  listInvitations: ['GET', '/invitations'],
  listKeys: ['GET', '/keys'],
  listMembers: ['GET', '/members'],
  listParticipants: ['GET', '/halls/{id}/participants'],
  listPasskeys: ['GET', '/profile/passkeys'],
  listSessions: ['GET', '/profile/sessions'],
  openLink: ['POST', '/links/open'],
  redeemLink: ['POST', '/links/redeem'],
  removeMember: ['DELETE', '/members/{id}'],
  removeParticipant: ['DELETE', '/halls/{id}/participants/{participant_id}'],
  removePasskey: ['DELETE', '/profile/passkeys/{id}'],
  removeSecondFactor: ['POST', '/profile/second-factor/remove'],
  renewRecoveryCodes: ['POST', '/profile/recovery-codes'],
  requestPasswordReset: ['POST', '/password-reset'],
  revokeKey: ['DELETE', '/keys/{id}'],
  signIn: ['POST', '/sign-in'],
  signInWithPasskey: ['POST', '/sign-in/passkey'],
  signOut: ['DELETE', '/session'],
  signOutEverywhere: ['DELETE', '/profile/sessions'],
  updateHall: ['PATCH', '/halls/{id}'],
  updateMember: ['PATCH', '/members/{id}'],
  updateOrganisation: ['PATCH', '/organisation'],
  updateParticipant: ['PATCH', '/halls/{id}/participants/{participant_id}'],
  updateProfile: ['PATCH', '/profile'],
};
