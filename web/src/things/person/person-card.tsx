import { Link } from '@tanstack/react-router';
import type { Person } from '@/api/types';
import { Avatar } from '@/ui/avatar';

/** A person as a round image that links to their profile. */
export function PersonCard({ person }: { person: Person }) {
  return (
    <article data-slot="person-card" className="relative min-w-0 text-center">
      <Avatar
        user={{ id: person.id, firstName: person.name, lastName: '', profileImageUrl: person.profileImageUrl }}
        className="aspect-square w-full text-3xl"
      />
      <div className="mt-2 truncate leading-6">
        <Link
          to="/users/$userId"
          params={{ userId: person.id }}
          data-result
          className="font-semibold leading-6 after:absolute after:inset-0 after:rounded-lg hover:underline"
        >
          {person.name}
        </Link>
      </div>
    </article>
  );
}
