import { call } from '../../api/call.ts';
import { describeError } from '../../api/refused.ts';
import { useToast } from '../../kit/toast.tsx';
import { chosenOrganisation } from '../../shell/chosen-organisation.ts';

/** Lets the browser fetch a recording from the bucket; the URL says that it is a file to be kept. */
export const useDownload = () => {
  const toast = useToast();
  return async (id: string): Promise<void> => {
    try {
      const { url } = await call('downloadRecording', { params: { id } }, { organisation: chosenOrganisation() });
      const link = document.createElement('a');
      link.href = url;
      link.download = '';
      link.click();
    } catch (error) {
      toast(describeError(error));
    }
  };
};
