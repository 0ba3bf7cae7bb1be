/** What a person may do in an organisation, from least to most. */
export const memberRoles = ['viewer', 'developer', 'admin', 'owner'] as const;
export type MemberRole = (typeof memberRoles)[number];

/**
 * Who may use an operation of the dashboard: anyone, signed in or not; a person, whatever the organisation; a member of the
 * chosen organisation with this role or a higher one; a person who runs the installation.
 */
export type Right = 'anyone' | 'person' | MemberRole | 'operator';

/** The one table of rights, by operation. A route of the dashboard that is not in it stops the start. */
const rights: Readonly<Record<string, Right>> = {
  describeSignIn: 'anyone',
  signIn: 'anyone',
  giveSecondFactor: 'anyone',
  openLink: 'anyone',
  redeemLink: 'anyone',
  requestPasswordReset: 'anyone',
  beginPasskeySignIn: 'anyone',
  signInWithPasskey: 'anyone',
  beginSingleSignOn: 'anyone',
  endSingleSignOn: 'anyone',

  getSession: 'person',
  signOut: 'person',
  acceptInvitation: 'person',
  updateProfile: 'person',
  changePassword: 'person',
  listSessions: 'person',
  endSession: 'person',
  signOutEverywhere: 'person',
  beginSecondFactor: 'person',
  confirmSecondFactor: 'person',
  removeSecondFactor: 'person',
  renewRecoveryCodes: 'person',
  listPasskeys: 'person',
  beginPasskey: 'person',
  addPasskey: 'person',
  removePasskey: 'person',

  getOrganisation: 'viewer',
  listHalls: 'viewer',
  getHall: 'viewer',
  listParticipants: 'viewer',
  getParticipant: 'viewer',
  listEvents: 'viewer',
  getEvent: 'viewer',
  listWebhooks: 'viewer',
  getWebhook: 'viewer',
  listWebhookDeliveries: 'viewer',
  getDelivery: 'viewer',
  getReplay: 'viewer',
  listRecordings: 'viewer',
  getRecording: 'viewer',
  downloadRecording: 'viewer',
  listMembers: 'viewer',
  getUsage: 'viewer',
  exportUsage: 'viewer',

  createHall: 'developer',
  updateHall: 'developer',
  closeHall: 'developer',
  deleteHall: 'developer',
  joinHall: 'developer',
  updateParticipant: 'developer',
  removeParticipant: 'developer',
  createWebhook: 'developer',
  updateWebhook: 'developer',
  deleteWebhook: 'developer',
  testWebhook: 'developer',
  rotateWebhookSecret: 'developer',
  replayWebhook: 'developer',
  redeliver: 'developer',
  startRecording: 'developer',
  stopRecording: 'developer',
  deleteRecording: 'developer',
  listKeys: 'developer',
  createKey: 'developer',
  revokeKey: 'developer',

  updateOrganisation: 'admin',
  updateMember: 'admin',
  listInvitations: 'admin',
  createInvitation: 'admin',
  deleteInvitation: 'admin',
  listAuditLog: 'admin',
  exportAuditLog: 'admin',

  removeMember: 'owner',
  createResetLink: 'owner',
  getPlan: 'owner',

  listOrganisations: 'operator',
  createOrganisation: 'operator',
  changeOrganisation: 'operator',
  suspendOrganisation: 'operator',
  resumeOrganisation: 'operator',
  inviteOwner: 'operator',
  listPlans: 'operator',
  createPlan: 'operator',
  changePlan: 'operator',
  getInstallation: 'operator',
  getInstallationUsage: 'operator',
  getOrganisationUsage: 'operator',
  listPeople: 'operator',
  createPersonResetLink: 'operator',
  listInstallationAuditLog: 'operator',
};

/** Throws for an operation without a right: nobody has thought about who may use it. */
export const rightTo = (operationId: string): Right => {
  const right = rights[operationId];
  if (right === undefined) throw new Error(`server/people/rights.ts does not say who may use ${operationId}`);
  return right;
};

const isRole = (right: Right): right is MemberRole => memberRoles.some((role) => role === right);

/** The least role for an operation in an organisation; undefined for one that is about none. */
export const roleFor = (right: Right): MemberRole | undefined => (isRole(right) ? right : undefined);

export const mayAs = (role: MemberRole, needed: MemberRole): boolean =>
  memberRoles.indexOf(role) >= memberRoles.indexOf(needed);
