import { type Static, Type } from 'typebox';
import { Choice, Nullable, Text, Time } from '../schemas.ts';
import type { PersonRow } from './person-store.ts';
import { memberRoles } from './rights.ts';

/** What better-auth's own check of an address lets through. */
const mailPattern =
  "^(?!\\.)(?!.*\\.\\.)[A-Za-z0-9_'+\\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";

export const personFields = {
  email: Type.String({
    maxLength: 254,
    pattern: mailPattern,
    description: 'An e-mail address.',
    examples: ['ada@example.org'],
  }),
  name: Text({ minLength: 1, maxLength: 128, description: 'How the person is called.', examples: ['Ada Lovelace'] }),
  /** A password that somebody chooses. */
  newPassword: Text({ minLength: 12, maxLength: 256, description: 'Twelve characters or more.' }),
  /** A password that somebody gives as theirs: no rule of today may keep an old one out. */
  password: Text({ minLength: 1, maxLength: 256, description: 'The password.' }),
};

export const RoleOfMember = Choice(memberRoles, { description: 'What they may do: see docs/dashboard.md.' });

export const PersonBody = Type.Object({
  id: Type.String({ examples: ['person_01k9zq3v5c8r2m7d4t6w0x1y2z'] }),
  name: Type.String(),
  email: Type.String(),
  is_operator: Type.Boolean({ description: "Runs the installation: may use the operator's area." }),
  second_factor: Type.Boolean({ description: 'Whether signing in by password asks for a code.' }),
});

export const SessionBody = Type.Object({
  session_id: Type.String(),
  person: PersonBody,
  organisations: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      role: RoleOfMember,
      suspended_reason: Nullable(Type.String({ description: 'Why it is suspended; null when it is not.' })),
    }),
    { description: 'Those that the person is a member of, by name.' },
  ),
});

/** After a right password: signed in, unless a code is still asked for. */
export const SignedInBody = Type.Object({
  second_factor_required: Type.Boolean({
    description: 'Whether a code has to be given next; until then nobody is signed in.',
  }),
});

export const LinkBody = Type.Object({
  url: Type.String({ description: 'Give it to the person. It is shown this once and can be used once.' }),
  expires_at: Time('When it can no longer be used.'),
});

export const presentPerson = (row: PersonRow): Static<typeof PersonBody> => ({
  id: row.id,
  name: row.name,
  email: row.email,
  is_operator: row.is_operator,
  second_factor: row.two_factor_enabled,
});
