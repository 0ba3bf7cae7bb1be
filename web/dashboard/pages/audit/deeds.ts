/** What the operations of the dashboard are called in the audit log. */
export const deeds: Readonly<Record<string, string>> = {
  createHall: 'Started a hall',
  updateHall: 'Changed a hall',
  closeHall: 'Closed a hall',
  deleteHall: 'Deleted a hall',
  joinHall: 'Invited into a hall',
  updateParticipant: 'Muted or changed a role',
  removeParticipant: 'Removed from a hall',
  createKey: 'Created an API key',
  revokeKey: 'Revoked an API key',
  createInvitation: 'Invited a member',
  deleteInvitation: 'Withdrew an invitation',
  acceptInvitation: 'Joined the organisation',
  updateMember: 'Changed a member’s role',
  removeMember: 'Removed a member',
  createResetLink: 'Made a link for a new password',
  updateOrganisation: 'Changed the organisation',
  createWebhook: 'Created a webhook',
  updateWebhook: 'Changed a webhook',
  deleteWebhook: 'Deleted a webhook',
  rotateWebhookSecret: 'Rotated a webhook’s secret',
  setStorage: 'Set the storage',
  removeStorage: 'Removed the storage',
  startRecording: 'Started a recording',
  stopRecording: 'Stopped a recording',
  deleteRecording: 'Deleted a recording',
  createOrganisation: 'Created the organisation',
  changeOrganisation: 'Changed plan or limits',
  suspendOrganisation: 'Suspended the organisation',
  resumeOrganisation: 'Resumed the organisation',
};

/** In words; for what has none yet, the operation's name taken apart. */
export const deedOf = (action: string): string =>
  deeds[action] ?? action.replace(/([A-Z])/g, ' $1').replace(/^./, (letter) => letter.toUpperCase());
