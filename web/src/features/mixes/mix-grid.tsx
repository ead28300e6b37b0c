import { Link } from '@tanstack/react-router';
import { Disc3 } from 'lucide-react';
import type { Mix } from '@/api/types';
import { t } from '@/i18n/mixes';
import { CardGrid } from '@/things/list/card-grid';
import { MixCard } from '@/things/mix/mix-card';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';

/** Mixes as cards. */
export const MixGrid = ({ label, mixes }: { label: string; mixes: readonly Mix[] }) => (
  <CardGrid label={label}>
    {mixes.map((mix) => (
      <li key={mix.id}>
        <MixCard mix={mix} />
      </li>
    ))}
  </CardGrid>
);

/** No mix matches the filters. */
export const NoneMatch = ({ onClear }: { onClear: () => void }) => (
  <EmptyState
    icon={Disc3}
    title={t('mixes.title')}
    text={t('mixes.noneMatch')}
    action={
      <Button variant="secondary" onClick={onClear}>
        {t('mixes.clear')}
      </Button>
    }
  />
);

/** There are no mixes at all: where one can be made. */
export const NoMixes = () => (
  <EmptyState
    icon={Disc3}
    title={t('mixes.title')}
    text={t('mixes.none')}
    action={
      <Button asChild>
        <Link to="/mixes" search={{ tab: 'crear' }}>
          {t('mixes.record')}
        </Link>
      </Button>
    }
  />
);
