import { providerColour } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { useProviderNames } from './queries';

/** Who made the music, in the provider's colour. */
export function ProviderBadge({ provider }: { provider: string }) {
  const { name, token } = providerColour(provider);
  const nameOf = useProviderNames();
  return (
    <Badge tone="outline" data-colour={name} style={{ color: token, borderColor: token }}>
      {nameOf(provider)}
    </Badge>
  );
}
