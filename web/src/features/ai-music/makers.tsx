import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { apiQuery } from '@/api/query-client';
import type { Maker } from '@/api/types';
import { t } from '@/i18n/ai';
import { costPerCall } from '@/lib/format';
import { storage } from '@/lib/storage';
import { Select } from '@/ui/select';

/** The composer's name as a provider. */
export const BUILT_IN = 'built-in';

const WANTED = 'sonora_ai_maker';

/** Whom a person chose to make music in this browser, and how to choose; undefined for the operator's choice. */
export function useWantedMaker(): [string | undefined, (name: string) => void] {
  const [wanted, want] = useState(() => storage.get(WANTED) ?? undefined);
  return [
    wanted,
    (name) => {
      storage.set(WANTED, name);
      want(name);
    },
  ];
}

/** Who can make music here, and who makes what a person asks for now: the chosen one, or the operator's choice. */
export function useMakers(chosen: string | undefined): { makers: readonly Maker[]; maker: Maker | undefined } {
  const makers = useQuery(apiQuery(['/api/ai/providers'])).data?.items ?? [];
  const usual = makers.find(({ isDefault }) => isDefault);
  return { makers, maker: makers.find(({ name }) => name === chosen) ?? usual };
}

type MakerChoiceProps = {
  makers: readonly Maker[];
  maker: Maker | undefined;
  disabled: boolean;
  onChoose: (name: string) => void;
};

/** Chooses who makes new music, where there is a choice. */
export function MakerChoice({ makers, maker, disabled, onChoose }: MakerChoiceProps) {
  if (!maker || makers.length < 2) return null;
  return (
    <Select
      label={t('ai.maker')}
      value={maker.name}
      disabled={disabled}
      onChange={onChoose}
      options={makers.map(({ name, label, costPerMinute }) => ({
        value: name,
        label: costPerMinute > 0 ? t('ai.makerCost', { name: label, cost: costPerCall(costPerMinute) }) : label,
      }))}
      className="min-w-0 max-w-full"
    />
  );
}
