import { type ComponentType, useEffect } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { t } from '@/i18n/t';
import { toast } from '../toast/toast-store';

/** A dialog that every screen can open by a store, and whose code is fetched when it is first opened. */
export type HostPart = { useCode: UseBoundStore<StoreApi<{ Fetched: ComponentType | null }>>; load: () => Promise<void> };

/**
 * Makes a HostPart. While its code cannot be fetched, the dialog is closed again, and a toast says so and offers to try again: the first
 * load of the app has no code of dialogs.
 */
export function hostPart<S>(
  fetch: () => Promise<ComponentType>,
  store: Pick<StoreApi<S>, 'getState' | 'setState'>,
  close: () => void,
): HostPart {
  const useCode: HostPart['useCode'] = create(() => ({ Fetched: null as ComponentType | null }));
  const load = async () => {
    if (useCode.getState().Fetched) return;
    try {
      useCode.setState({ Fetched: await fetch() });
    } catch (error) {
      console.warn('load dialog failed', error);
      const wanted = store.getState();
      close();
      const action = { label: t('ui.tryAgain'), onSelect: () => store.setState(wanted) };
      toast({ tone: 'danger', title: t('part.title'), description: t('part.text'), action });
    }
  };
  return { useCode, load };
}

/** Shows a dialog once it was opened and its code is there. */
export function Hosted({ part, open }: { part: HostPart; open: boolean }) {
  const { Fetched } = part.useCode();
  useEffect(() => void (open && part.load()), [part, open]);
  return Fetched && <Fetched />;
}
