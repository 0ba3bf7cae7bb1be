import { Refused } from '../../api/refused.ts';

const declined = () =>
  new Refused({
    code: 'passkey_declined',
    detail: 'The device gave no passkey. You may have declined, or it knows none for this address.',
  });

const toJson = (credential: Credential | null): object => {
  if (!(credential instanceof PublicKeyCredential)) throw declined();
  return credential.toJSON() as object;
};

/** Lets the device make a passkey. `options` are Hall's, as WebAuthn's JSON; throws `Refused` when the person or the device declines. */
export const makePasskey = async (options: object): Promise<object> => {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as PublicKeyCredentialCreationOptionsJSON);
  return toJson(
    await navigator.credentials.create({ publicKey }).catch(() => {
      throw declined();
    }),
  );
};

/** Lets the device prove that it has one. */
export const usePasskey = async (options: object): Promise<object> => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as PublicKeyCredentialRequestOptionsJSON);
  return toJson(
    await navigator.credentials.get({ publicKey }).catch(() => {
      throw declined();
    }),
  );
};
