import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { displayName } from '@/api/auth/session';
import { onePage } from '@/api/query-client';
import type { Member } from '@/api/types';
import { t } from '@/i18n/admin/premium';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';

/** How long after the last key the server is asked, in ms. */
const PAUSE = 250;
const SHOWN = 8;

type PickerProps = { person: Member | null; error?: string; onChange: (person: Member | null) => void };

/** Finds a person by name or address. */
export function PersonPicker({ person, error, onChange }: PickerProps) {
  if (person) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-line p-3">
        <p role="status" className="min-w-0 break-words">
          {t('adminPremium.chosen', { name: displayName(person) })}
          <span className="block text-fg-muted text-sm">{person.email}</span>
        </p>
        <Button size="sm" variant="secondary" onClick={() => onChange(null)}>
          {t('adminPremium.otherPerson')}
        </Button>
      </div>
    );
  }
  return <Finder error={error} onChange={onChange} />;
}

function Finder({ error, onChange }: Omit<PickerProps, 'person'>) {
  const [words, setWords] = useState('');
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [words]);
  const query = useQuery({
    ...onePage(['/api/users', { q: asked, at: 0, limit: SHOWN }]),
    enabled: asked !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const people = asked === '' ? [] : (query.data?.items ?? []);
  const isNobody = asked !== '' && query.isSuccess && !query.isFetching && people.length === 0;
  return (
    <div className="grid gap-2">
      <Field
        type="search"
        autoComplete="off"
        label={t('adminPremium.choosePerson')}
        error={query.isError ? t('ui.loadFailed') : error}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {people.length > 0 && (
        <ul
          aria-label={t('adminPremium.foundPeople')}
          className="max-h-72 divide-y divide-line overflow-y-auto rounded-md border border-line"
        >
          {people.map((person) => (
            <li key={person.id}>
              <button
                type="button"
                onClick={() => onChange(person)}
                className="w-full px-3 py-2 text-left -outline-offset-2 hover:bg-surface-3"
              >
                <span className="block break-words font-semibold">{displayName(person)}</span>
                <span className="block break-words text-fg-muted text-sm">{person.email}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className="text-fg-muted text-sm">
        {isNobody && t('adminPremium.noPeople')}
      </p>
    </div>
  );
}
