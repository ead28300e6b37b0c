import { useState } from 'react';
import { artOf } from '@/lib/art';
import { cn } from '@/lib/cn';
import { firstScreenShown } from '@/lib/first-screen';
import { IMAGE_SIZES, inTheme, sized } from '@/lib/images';
import { useShownTheme } from '@/lib/prefs';

type CoverProps = {
  /** `coverImageUrl` of a track or album; null draws generated art. */
  url: string | null;
  /** The seed of the generated art: the album's title, or the track's. */
  seed: string;
  /** The `sizes` attribute of the image, such as `56px` or `(width < 40rem) 45vw, 200px`. */
  sizes: string;
  /** Omit it if the name is next to the cover. */
  alt?: string;
  /** Tracks and albums are square, artists and stations round. */
  round?: boolean;
  /** For covers on the first screen. */
  eager?: boolean;
  className?: string;
};

/** An image at the size it is shown, or generated art if there is none or it does not load. */
export function Cover({ url, seed, sizes, alt = '', round = false, eager = false, className }: CoverProps) {
  const theme = useShownTheme();
  const [broken, setBroken] = useState<string | null>(null);
  const shared = {
    draggable: false,
    decoding: 'async',
    className: cn('cover', round && 'rounded-full', className),
  } as const;
  const onLoad = eager ? firstScreenShown : undefined;
  if (!url || broken === url) return <img data-slot="cover" {...shared} alt={alt} src={artOf(seed, theme)} onLoad={onLoad} />;
  const picture = inTheme(url, theme);
  return (
    <img
      data-slot="cover"
      {...shared}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      src={sized(picture, 300)}
      srcSet={IMAGE_SIZES.map((size) => `${sized(picture, size)} ${size}w`).join(', ')}
      sizes={sizes}
      onLoad={onLoad}
      onError={() => setBroken(url)}
    />
  );
}
