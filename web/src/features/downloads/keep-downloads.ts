import { messageOf } from '@/api/error';
import { t } from '@/i18n/downloads';
import { useOffline } from '@/lib/offline';
import { toast } from '@/ui/toast/toast-store';
import { Downloader } from './downloader';

let current: Promise<Downloader> | null = null;

/** The running downloader; null while nobody is signed in. */
export const downloader = () => current;

/** Runs the downloader of an account and executes the tasks of the pages. Returns a function that stops it. */
export async function keepDownloads(account: string): Promise<() => void> {
  current = Downloader.start(account);
  const running = await current;
  const obey = async () => {
    const { commands, active } = useOffline.getState();
    if (!active) return running.stop(); // immediately, or it would keep filling what is being deleted
    if (commands.length === 0) return;
    useOffline.setState({ commands: [] });
    for (const command of commands) {
      try {
        await (command.do === 'add' ? running.add(command.item) : running.remove(command.item));
      } catch (error) {
        toast({ tone: 'danger', title: t('downloads.notStarted'), description: messageOf(error, t('ui.loadFailedText')) });
      }
    }
  };
  const unsubscribe = useOffline.subscribe(() => void obey());
  await obey();
  void running.refresh();
  return () => {
    unsubscribe();
    running.stop();
    current = null;
  };
}
