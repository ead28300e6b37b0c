import { X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { t } from '@/i18n/t';
import { cn } from '@/lib/cn';
import { TOAST_DURATION, TOAST_SWIPE } from '@/lib/constants';
import { dismissToast, useToast } from './toast-store';

/** Renders the current toast. */
export function ToastSlot() {
  const { toast, open } = useToast();
  return (
    <Radix.Provider duration={TOAST_DURATION} swipeThreshold={TOAST_SWIPE} swipeDirection="right" label={t('ui.notification')}>
      {toast && (
        <Radix.Root
          key={toast.id}
          open={open}
          onOpenChange={(next) => next || dismissToast()}
          data-slot="toast"
          data-tone={toast.tone}
          className={cn(
            'flex animate-pop-in items-start gap-3 rounded-lg border bg-surface-2 p-4 shadow-3 data-[state=closed]:animate-fade-out data-[swipe=end]:animate-swipe-out',
            'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0',
            toast.tone === 'danger' ? 'border-danger' : 'border-line-strong',
          )}
        >
          <div className="min-w-0 flex-1">
            <Radix.Title className={cn('font-semibold', toast.tone === 'danger' && 'text-danger')}>{toast.title}</Radix.Title>
            {toast.description && <Radix.Description className="mt-0.5 text-fg-muted text-sm">{toast.description}</Radix.Description>}
          </div>
          {toast.action && (
            <Radix.Action
              altText={toast.action.label}
              onClick={toast.action.onSelect}
              className="rounded-full px-3 py-1 font-semibold text-accent-text text-sm hover:bg-surface-3 hit"
            >
              {toast.action.label}
            </Radix.Action>
          )}
          <Radix.Close
            aria-label={t('ui.close')}
            className="-m-1 grid size-7 shrink-0 place-items-center rounded-full text-fg-muted hover:bg-surface-3 hover:text-fg"
          >
            <X size={16} aria-hidden />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport className="fixed inset-x-4 bottom-[calc(var(--tabbar-h)+88px+env(safe-area-inset-bottom))] z-(--z-toast) mx-auto max-w-sm outline-none lg:right-6 lg:bottom-[calc(var(--player-h)+20px)] lg:left-auto lg:w-96" />
    </Radix.Provider>
  );
}
