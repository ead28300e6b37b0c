import { displayName } from '@/api/auth/session';
import type { User } from '@/api/types';
import { paletteOf } from '@/lib/art';
import { cn } from '@/lib/cn';
import { useShownTheme } from '@/lib/prefs';

type Person = Pick<User, 'id' | 'firstName' | 'lastName' | 'profileImageUrl'> & { email?: string };

/** A person's picture, or their initials on a colour of their own. */
export function Avatar({ user, className }: { user: Person; className?: string }) {
  const theme = useShownTheme();
  if (user.profileImageUrl) return <img src={user.profileImageUrl} alt="" className={cn('rounded-full object-cover', className)} />;
  const [ground, deep, , , spark] = paletteOf(user.id, theme);
  return (
    <span
      aria-hidden
      className={cn('grid select-none place-items-center rounded-full font-bold', className)}
      style={{ background: `linear-gradient(135deg, ${deep}, ${ground})`, color: spark }}
    >
      {initials(displayName({ email: '', ...user }))}
    </span>
  );
}

const initials = (name: string) =>
  name
    .split(/[\s@]+/)
    .slice(0, name.includes('@') ? 1 : 2)
    .map((word) => word[0]?.toLocaleUpperCase() ?? '')
    .join('');
