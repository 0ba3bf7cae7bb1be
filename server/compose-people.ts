import { isIP } from 'node:net';
import { auditStore } from './audit/audit-store.ts';
import { audited, noteAfter } from './audit/audited.ts';
import { exportAuditLog, listAuditLog } from './audit/list-audit-log.ts';
import { exportAuditLogRoute } from './audit/routes/export-audit-log.ts';
import { listAuditLogRoute, listInstallationAuditLogRoute } from './audit/routes/list-audit-log.ts';
import type { Config } from './config.ts';
import type { OpenDatabase } from './database/open-database.ts';
import type { Door } from './http/mount.ts';
import type { Answer, Caller, Route } from './http/route.ts';
import { sessionDoor } from './http/session-door.ts';
import type { Windows } from './limits/windows.ts';
import { administerOrganisations, listOrganisations } from './organisations/administer-organisations.ts';
import { changePlan, createPlan } from './organisations/administer-plans.ts';
import { issueKey, listKeys, revokeKey } from './organisations/change-keys.ts';
import { changeOrganisation } from './organisations/change-organisation.ts';
import { getOrganisation } from './organisations/get-organisation.ts';
import { getPlan } from './organisations/get-plan.ts';
import { keyStore } from './organisations/key-store.ts';
import { organisationStore } from './organisations/organisation-store.ts';
import { planStore } from './organisations/plan-store.ts';
import { changeOrganisationRoute } from './organisations/routes/change-organisation.ts';
import { changePlanRoute } from './organisations/routes/change-plan.ts';
import { createKeyRoute } from './organisations/routes/create-key.ts';
import { createOrganisationRoute } from './organisations/routes/create-organisation.ts';
import { createPlanRoute } from './organisations/routes/create-plan.ts';
import { getPlanRoute } from './organisations/routes/get-plan.ts';
import { getStorageRoute } from './organisations/routes/get-storage.ts';
import { listKeysRoute } from './organisations/routes/list-keys.ts';
import { listOrganisationsRoute } from './organisations/routes/list-organisations.ts';
import { listPlansRoute } from './organisations/routes/list-plans.ts';
import { removeStorageRoute } from './organisations/routes/remove-storage.ts';
import { resumeOrganisationRoute } from './organisations/routes/resume-organisation.ts';
import { revokeKeyRoute } from './organisations/routes/revoke-key.ts';
import { setStorageRoute } from './organisations/routes/set-storage.ts';
import { suspendOrganisationRoute } from './organisations/routes/suspend-organisation.ts';
import { testStorageRoute } from './organisations/routes/test-storage.ts';
import { updateOrganisationRoute } from './organisations/routes/update-organisation.ts';
import { changeStorage } from './organisations/storage/change-storage.ts';
import type { GetStorage } from './organisations/storage/get-storage.ts';
import type { SecretSeal } from './organisations/storage/seal-secret.ts';
import type { TestStorage } from './organisations/storage/test-storage.ts';
import { acceptInvitation } from './people/accept-invitation.ts';
import { authentication, type Issuer } from './people/authentication.ts';
import { removeMember, setMemberRole } from './people/change-member.ts';
import { changePassword } from './people/change-password.ts';
import { countAttempt } from './people/count-attempt.ts';
import { endSession } from './people/end-session.ts';
import { findPerson } from './people/find-person.ts';
import { getSession } from './people/get-session.ts';
import { giveSecondFactor } from './people/give-second-factor.ts';
import { invite } from './people/invite.ts';
import { addPasskey, beginPasskey, removePasskey } from './people/keep-passkeys.ts';
import { keepSecondFactor } from './people/keep-second-factor.ts';
import { linkStore } from './people/link-store.ts';
import { listInvitations, listMembers } from './people/list-members.ts';
import { listPeople } from './people/list-people.ts';
import { memberStore } from './people/member-store.ts';
import { openLink } from './people/open-link.ts';
import { passkeyStore } from './people/passkey-store.ts';
import { personStore } from './people/person-store.ts';
import { redeemLink } from './people/redeem-link.ts';
import { makeMemberResetLink, makePersonResetLink, requestReset } from './people/reset-password.ts';
import { acceptInvitationRoute } from './people/routes/accept-invitation.ts';
import { addPasskeyRoute } from './people/routes/add-passkey.ts';
import { beginPasskeyRoute } from './people/routes/begin-passkey.ts';
import { beginPasskeySignInRoute } from './people/routes/begin-passkey-sign-in.ts';
import { beginSecondFactorRoute } from './people/routes/begin-second-factor.ts';
import { beginSingleSignOnRoute } from './people/routes/begin-single-sign-on.ts';
import { changePasswordRoute } from './people/routes/change-password.ts';
import { confirmSecondFactorRoute } from './people/routes/confirm-second-factor.ts';
import { createInvitationRoute } from './people/routes/create-invitation.ts';
import { createPersonResetLinkRoute } from './people/routes/create-person-reset-link.ts';
import { createResetLinkRoute } from './people/routes/create-reset-link.ts';
import { deleteInvitationRoute } from './people/routes/delete-invitation.ts';
import { describeSignInRoute } from './people/routes/describe-sign-in.ts';
import { endSessionRoute } from './people/routes/end-session.ts';
import { endSingleSignOnRoute } from './people/routes/end-single-sign-on.ts';
import { getSessionRoute } from './people/routes/get-session.ts';
import { giveSecondFactorRoute } from './people/routes/give-second-factor.ts';
import { inviteOwnerRoute } from './people/routes/invite-owner.ts';
import { listInvitationsRoute } from './people/routes/list-invitations.ts';
import { listMembersRoute } from './people/routes/list-members.ts';
import { listPasskeysRoute } from './people/routes/list-passkeys.ts';
import { listPeopleRoute } from './people/routes/list-people.ts';
import { listSessionsRoute } from './people/routes/list-sessions.ts';
import { openLinkRoute } from './people/routes/open-link.ts';
import { redeemLinkRoute } from './people/routes/redeem-link.ts';
import { removeMemberRoute } from './people/routes/remove-member.ts';
import { removePasskeyRoute } from './people/routes/remove-passkey.ts';
import { removeSecondFactorRoute } from './people/routes/remove-second-factor.ts';
import { renewRecoveryCodesRoute } from './people/routes/renew-recovery-codes.ts';
import { requestPasswordResetRoute } from './people/routes/request-password-reset.ts';
import { signInRoute } from './people/routes/sign-in.ts';
import { signInWithPasskeyRoute } from './people/routes/sign-in-with-passkey.ts';
import { signOutRoute } from './people/routes/sign-out.ts';
import { signOutEverywhereRoute } from './people/routes/sign-out-everywhere.ts';
import { updateMemberRoute } from './people/routes/update-member.ts';
import { updateProfileRoute } from './people/routes/update-profile.ts';
import type { SigningSecrets } from './people/second-factor-secrets.ts';
import { sendMail } from './people/send-mail.ts';
import { sessionStore } from './people/session-store.ts';
import { signIn } from './people/sign-in.ts';
import { beginPasskeySignIn, signInByPasskey } from './people/sign-in-by-passkey.ts';
import { signOut, signOutEverywhere } from './people/sign-out.ts';
import { beginSingleSignOn, endSingleSignOn } from './people/single-sign-on.ts';
import { updateProfile } from './people/update-profile.ts';
import { withdrawInvitation } from './people/withdraw-invitation.ts';
import type { DescribeInstallation } from './usage/describe-installation.ts';
import type { UsageOf } from './usage/get-usage.ts';
import { exportUsageRoute } from './usage/routes/export-usage.ts';
import { getInstallationRoute } from './usage/routes/get-installation.ts';
import { getInstallationUsageRoute } from './usage/routes/get-installation-usage.ts';
import { getOrganisationUsageRoute } from './usage/routes/get-organisation-usage.ts';
import { getUsageRoute } from './usage/routes/get-usage.ts';

export type PeopleParts = {
  config: Config;
  opened: OpenDatabase;
  windows: Windows;
  secrets: SigningSecrets;
  usageOf: UsageOf;
  describeInstallation: DescribeInstallation;
  storage: { get: GetStorage; test: TestStorage; seal: SecretSeal };
  onError: (message: string) => (error: unknown) => void;
};

/** What the dashboard needs beside the routes that it shares with the API. */
export type People = {
  door: Door;
  routes: Route[];
  /** Writes down what a person did by a route of the API, which knows nothing of people. */
  noteShared(route: Route, caller: Caller, params: { id?: string }, answer: Answer): Promise<void>;
  forget: ((most: number) => Promise<number>)[];
};

const idOf = (body: unknown): string | undefined =>
  typeof body === 'object' && body !== null && 'id' in body ? String(body.id) : undefined;

const issuerOf = ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }: Config): Issuer | undefined =>
  OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined
    ? undefined
    : { url: OIDC_ISSUER, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET };

/** The part of the house where people sign in and look after their organisation. compose.ts alone calls it. */
export const composePeople = (parts: PeopleParts): People => {
  const { config, windows, secrets } = parts;
  const { database } = parts.opened;
  const { baseUrl } = config;
  const issuer = issuerOf(config);
  const auth = authentication(database, { baseUrl, secrets, issuer });
  const isOn = issuer !== undefined;
  const people = personStore(database);
  const sessions = sessionStore(database);
  const links = linkStore(database);
  const write = audited(database);
  const note = noteAfter(database);
  const storage = changeStorage(write, parts.storage.seal);
  const count = countAttempt(windows);
  const session = getSession(people);
  const secondFactor = keepSecondFactor({ auth, people, count, note });
  const passkeys = passkeyStore(database);
  const mail =
    config.SMTP_URL === undefined || config.MAIL_FROM === undefined
      ? undefined
      : sendMail(config.SMTP_URL, config.MAIL_FROM, parts.onError('a mail could not be sent'));
  const organisations = organisationStore(database);
  const plans = planStore(database);
  const administer = administerOrganisations(write);
  const { usageOf } = parts;
  const readLog = listAuditLog(auditStore(database));
  const sendInvitation = invite({ audited: write, baseUrl, sendMail: mail });
  const enter = signIn({ auth, people, count, note });

  const routes = [
    describeSignInRoute({
      singleSignOn: isOn,
      mail: mail !== undefined,
      passkey: isIP(new URL(baseUrl).hostname) === 0,
    }),
    signInRoute(enter),
    giveSecondFactorRoute(giveSecondFactor({ auth, count, note })),
    openLinkRoute(openLink(links, people)),
    redeemLinkRoute(redeemLink({ audited: write, signIn: enter, count })),
    getSessionRoute(session),
    signOutRoute(signOut(sessions, baseUrl)),
    acceptInvitationRoute(acceptInvitation(write), session),
    beginPasskeySignInRoute(beginPasskeySignIn(auth)),
    signInWithPasskeyRoute(signInByPasskey({ auth, count, note })),
    beginSingleSignOnRoute(beginSingleSignOn(auth, isOn)),
    endSingleSignOnRoute(endSingleSignOn({ auth, isOn, sessions, count, note, baseUrl, secrets })),
    updateProfileRoute(updateProfile(write), session),
    changePasswordRoute(changePassword({ auth, count, note })),
    listSessionsRoute(sessions.list),
    endSessionRoute(endSession(write)),
    signOutEverywhereRoute(signOutEverywhere(write, baseUrl)),
    beginSecondFactorRoute(secondFactor),
    confirmSecondFactorRoute(secondFactor),
    removeSecondFactorRoute(secondFactor),
    renewRecoveryCodesRoute(secondFactor),
    listPasskeysRoute(passkeys.list),
    beginPasskeyRoute(beginPasskey(auth)),
    addPasskeyRoute(addPasskey(auth, note), passkeys.list),
    removePasskeyRoute(removePasskey(write)),
    requestPasswordResetRoute(
      requestReset({
        database,
        baseUrl,
        count,
        sendMail: mail,
        onError: parts.onError('a new password could not be mailed'),
      }),
    ),
    listMembersRoute(listMembers(memberStore(database))),
    updateMemberRoute(setMemberRole(write)),
    removeMemberRoute(removeMember(write)),
    createResetLinkRoute(makeMemberResetLink(write, baseUrl)),
    listInvitationsRoute(listInvitations(links)),
    createInvitationRoute(sendInvitation),
    deleteInvitationRoute(withdrawInvitation(write)),
    listKeysRoute(listKeys(keyStore(database))),
    createKeyRoute(issueKey(write)),
    revokeKeyRoute(revokeKey(write)),
    updateOrganisationRoute(changeOrganisation(write), getOrganisation(organisations)),
    getStorageRoute(parts.storage.get),
    setStorageRoute(storage),
    testStorageRoute(parts.storage.test),
    removeStorageRoute(storage),
    getPlanRoute(getPlan(organisations, plans)),
    getUsageRoute(usageOf),
    exportUsageRoute(usageOf),
    listAuditLogRoute(readLog),
    exportAuditLogRoute(exportAuditLog(auditStore(database))),
    listOrganisationsRoute(listOrganisations(organisations)),
    createOrganisationRoute(administer),
    changeOrganisationRoute(administer),
    suspendOrganisationRoute(administer),
    resumeOrganisationRoute(administer),
    inviteOwnerRoute(sendInvitation),
    getOrganisationUsageRoute(usageOf),
    listPlansRoute(plans.list),
    createPlanRoute(createPlan(write)),
    changePlanRoute(changePlan(write)),
    listPeopleRoute(listPeople(people)),
    createPersonResetLinkRoute(makePersonResetLink(write, baseUrl)),
    getInstallationUsageRoute(usageOf),
    getInstallationRoute(parts.describeInstallation),
    listInstallationAuditLogRoute(readLog),
  ];
  return {
    door: sessionDoor(findPerson(sessions, baseUrl, secrets), baseUrl),
    routes,
    noteShared: async (route, caller, params, answer) => {
      const { person, visit, organisationId } = caller;
      if (route.method === 'GET' || person === undefined || visit === undefined) return;
      const by = { personId: person.id, email: person.email, address: visit.address, organisationId };
      const deed = { action: route.operationId, target: params.id ?? idOf(answer.body) ?? organisationId };
      // It is done: an answer that says otherwise would be the worse lie.
      await note(by, deed).catch(parts.onError('an act could not be written into the audit log'));
    },
    forget: [sessions.forget, sessions.forgetSteps],
  };
};
