import { createTransport } from 'nodemailer';

export type Mail = { to: string; subject: string; text: string };

/** Sends a mail; false when it could not be handed over, which the log knows. */
export type SendMail = (mail: Mail) => Promise<boolean>;

/** Whoever waits for the answer does not wait longer for a mail server that hangs. */
const patienceMilliseconds = 5_000;

/** Mail by the SMTP server of SMTP_URL. */
export const sendMail = (url: string, from: string, onFailed: (error: unknown) => void): SendMail => {
  const transport = createTransport(url, {
    from,
    connectionTimeout: patienceMilliseconds,
    greetingTimeout: patienceMilliseconds,
    socketTimeout: patienceMilliseconds,
    // A name or an organisation can never become a file or a request.
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[1]);
  return async (mail) => {
    try {
      await transport.sendMail(mail);
      return true;
    } catch (error) {
      onFailed(error);
      return false;
    }
  };
};
