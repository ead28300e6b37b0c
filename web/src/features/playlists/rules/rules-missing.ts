import { t } from '@/i18n/playlists';
import { toast } from '@/ui/toast/toast-store';

/** Shows that a rule has no value yet. */
export const rulesMissing = () => toast({ tone: 'danger', title: t('playlist.rulesMissing'), description: t('playlist.rulesMissingText') });
