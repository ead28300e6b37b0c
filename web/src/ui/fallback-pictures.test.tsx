import { act, render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { followTheme, usePrefs } from '@/lib/prefs';
import { Avatar } from './avatar';
import { Cover } from './cover';

let stop = () => {};
beforeEach(() => {
  usePrefs.setState({ theme: 'dark' });
  stop = followTheme();
});
afterEach(() => stop());

const changeTo = (theme: 'dark' | 'light') => act(() => usePrefs.setState({ theme }));

describe('an avatar without a picture', () => {
  /** Relative luminance as WCAG 2.2 has it. */
  const luminance = (hex: string) => {
    const [r = 0, g = 0, b = 0] = (hex.match(/[0-9a-f]{2}/g) ?? []).map((text) => {
      const v = Number.parseInt(text, 16) / 255;
      return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);

  it.each(['dark', 'light'] as const)('is drawn for the %s theme, and its initials can be read', (theme) => {
    changeTo(theme);
    for (let i = 0; i < 40; i++) {
      const user = { id: `user ${i}`, firstName: 'Ana', lastName: 'Torres', profileImageUrl: null };
      const { container, unmount } = render(<Avatar user={user} />);
      const { backgroundImage, background, color } = (container.firstElementChild as HTMLElement).style;
      const grounds = ((background || backgroundImage).match(/#[0-9a-f]{6}/g) ?? []).map(luminance);
      expect(grounds).toHaveLength(2);
      for (const ground of grounds) {
        if (theme === 'light') expect(ground).toBeGreaterThan(0.25);
        else expect(ground).toBeLessThan(0.25);
        expect(contrast(ground, luminance(color))).toBeGreaterThan(4.5);
      }
      unmount();
    }
  });
});

describe('a picture that the server may have drawn', () => {
  const src = (url: string) => {
    const { container, unmount } = render(<Cover url={url} seed="Sunday" sizes="24px" />);
    const image = container.querySelector('img');
    const found = [image?.getAttribute('src'), image?.getAttribute('srcset')?.split(' ')[0]];
    unmount();
    return found;
  };

  it('is requested for the theme', () => {
    const url = '/api/playlists/p1/cover?v=1';
    expect(src(url)).toEqual([`${url}&size=300`, `${url}&size=96`]);
    changeTo('light');
    expect(src(url)).toEqual([`${url}&theme=light&size=300`, `${url}&theme=light&size=96`]);
    expect(src('/api/podcasts/p1/cover')[0]).toBe('/api/podcasts/p1/cover?theme=light&size=300');
  });

  it.each(['/api/covers/9c1f', '/media/covers/u1', 'https://example.org/cover'])(
    'is the same in both themes if it was not drawn: %s',
    (url) => {
      const dark = src(url);
      changeTo('light');
      expect(src(url)).toEqual(dark);
    },
  );
});
