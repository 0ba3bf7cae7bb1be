import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { ask } from '../../api/queries.ts';
import { describeError } from '../../api/refused.ts';
import { Button } from '../../kit/button.tsx';
import { KeyIcon, OpenIcon } from '../../kit/icons.tsx';
import { Notice } from '../../states/notice.tsx';
import { usePasskey as askDevice } from '../account/passkey.ts';

/** What this installation offers beside the password. */
export function OtherWays({ onDone }: { onDone: () => Promise<void> }) {
  const ways = useQuery({ ...ask('describeSignIn', {}), staleTime: Number.POSITIVE_INFINITY });
  const [failure, setFailure] = useState<unknown>();
  const withPasskey = async () => {
    setFailure(undefined);
    try {
      const response = await askDevice(await call('beginPasskeySignIn', {}));
      await call('signInWithPasskey', { body: { response } });
      await onDone();
    } catch (error) {
      setFailure(error);
    }
  };
  const withIssuer = async () => {
    setFailure(undefined);
    try {
      const { url } = await call('beginSingleSignOn', {});
      location.assign(url);
    } catch (error) {
      setFailure(error);
    }
  };
  const canPasskey = ways.data?.passkey === true && 'PublicKeyCredential' in window;
  return (
    <div className="other-ways">
      {ways.data?.single_sign_on === true && (
        <Button icon={<OpenIcon />} onClick={() => void withIssuer()}>
          Single sign-on
        </Button>
      )}
      {canPasskey && (
        <Button icon={<KeyIcon />} onClick={() => void withPasskey()}>
          Sign in with a passkey
        </Button>
      )}
      {failure !== undefined && <Notice kind="danger">{describeError(failure)}</Notice>}
      {ways.data?.mail === true ? (
        <Link to="/forgotten" className="small">
          I have forgotten my password
        </Link>
      ) : (
        <p className="soft small">
          Forgotten the password? An owner of your organisation can make you a link for a new one.
        </p>
      )}
    </div>
  );
}
