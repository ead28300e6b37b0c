import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { configQuery } from '@/api/queries';
import { setLocale, t } from '@/i18n/settings';
import type { LocaleName } from '@/i18n/t';
import { type Theme, usePrefs } from '@/lib/prefs';
import { SoundRows } from '@/player/view/sound/sound-controls';
import { Group, Row } from '@/ui/group';
import { Select } from '@/ui/select';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast/toast-store';

/** Theme, language and sound of this browser. */
export function GeneralSection() {
  const { data: config } = useQuery(configQuery);
  return (
    <>
      <Group id="appearance" title={t('settings.appearance')}>
        <ThemeRow />
      </Group>
      <Group id="language" title={t('settings.language')}>
        <LanguageRow />
      </Group>
      <Group id="playback" title={t('settings.playback')}>
        <SoundRows />
        <EndlessRow />
      </Group>
      {config && (
        <Group id="about" title={t('settings.about')}>
          <p className="tnum py-4 text-fg-muted">{t('settings.version', { version: config.version })}</p>
        </Group>
      )}
    </>
  );
}

function ThemeRow() {
  const { theme, set } = usePrefs();
  return (
    <Row label={t('settings.theme')}>
      <Select<Theme>
        label={t('settings.theme')}
        value={theme}
        onChange={(next) => set({ theme: next })}
        options={[
          { value: 'dark', label: t('settings.theme.dark') },
          { value: 'light', label: t('settings.theme.light') },
          { value: 'system', label: t('settings.theme.system') },
        ]}
      />
    </Row>
  );
}

/** The language of the screens and of emails. */
function LanguageRow() {
  const { locale, set } = usePrefs();
  const failed = (error: unknown) => toast({ tone: 'danger', title: t('settings.notSaved'), description: messageOf(error, '') });
  const tellServer = useMutation({
    mutationFn: (next: LocaleName) => request('/api/account/language', { method: 'PUT', body: { language: next === 'spec' ? '' : next } }),
    onError: failed,
  });
  const choose = async (next: LocaleName) => {
    try {
      tellServer.mutate(next);
      await setLocale(next);
      set({ locale: next });
    } catch (error) {
      failed(error);
    }
  };
  return (
    <Row label={t('settings.language')} hint={t('settings.languageHint')}>
      <Select<LocaleName>
        label={t('settings.language')}
        value={locale}
        onChange={(next) => void choose(next)}
        options={[
          { value: 'spec', label: t('settings.language.spec') },
          { value: 'en', label: t('settings.language.en') },
          { value: 'es', label: t('settings.language.es') },
        ]}
      />
    </Row>
  );
}

function EndlessRow() {
  const { endless, set } = usePrefs();
  return (
    <Switch
      className="py-4"
      label={t('settings.endless')}
      hint={t('settings.endlessHint')}
      checked={endless}
      onChange={({ target }) => set({ endless: target.checked })}
    />
  );
}
