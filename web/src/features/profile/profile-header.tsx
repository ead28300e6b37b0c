import { CalendarDays, Globe, type LucideIcon, Mail, MapPin } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PublicProfile } from '@/api/types';
import { language, t } from '@/i18n/settings';
import { day } from '@/lib/format';
import { Avatar } from '@/ui/avatar';
import { spoken, webAddress } from './website';

type ProfileHeaderProps = {
  person: Omit<PublicProfile, 'isPrivate' | 'isSelf' | 'likedSongs'>;
  /** Only shown on the person's own page. */
  email?: string;
  badges?: ReactNode;
  actions?: ReactNode;
};

/** The person's name, details and badges. */
export function ProfileHeader({ person, email, badges, actions }: ProfileHeaderProps) {
  const { name, bio, location, website, joinedAt } = person;
  return (
    <header data-slot="profile-header" className="flex flex-wrap items-start gap-x-8 gap-y-5 pt-2 lg:pt-6">
      <Avatar user={{ ...person, firstName: name, lastName: '' }} className="size-24 text-2xl @xl:size-36 @xl:text-hero" />
      <div className="min-w-[min(100%,15rem)] flex-1">
        <div className="flex flex-wrap gap-2">{badges}</div>
        <h1 className="display mt-2 text-2xl md:text-[2.125rem] md:leading-tight">{name || t('profile.nameless')}</h1>
        {bio && <p className="mt-2 max-w-[65ch] whitespace-pre-line">{bio}</p>}
        <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-1.5 text-fg-muted text-sm">
          {email && <Fact icon={Mail}>{email}</Fact>}
          {location && <Fact icon={MapPin}>{location}</Fact>}
          {website && (
            <Fact icon={Globe}>
              <Website address={website} />
            </Fact>
          )}
          {joinedAt && <Fact icon={CalendarDays}>{t('profile.joined', { day: day(joinedAt, language()) })}</Fact>}
        </ul>
        {actions && <div className="mt-5 flex flex-wrap gap-3">{actions}</div>}
      </div>
    </header>
  );
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-1.5">
      <Icon size={15} aria-hidden className="shrink-0" />
      <span className="min-w-0">{children}</span>
    </li>
  );
}

function Website({ address }: { address: string }) {
  const href = webAddress(address);
  if (href === null) return address;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className="leading-6 hover:text-fg hover:underline">
      {spoken(address)}
    </a>
  );
}
