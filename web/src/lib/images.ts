/** The widths in pixels in which the server makes covers, logos and pictures. */
export const IMAGE_SIZES = [96, 300, 600, 1200] as const;

type ImageSize = (typeof IMAGE_SIZES)[number];

/** The address of an image in one of its sizes. */
export const sized = (url: string, size: ImageSize) => `${url}${url.includes('?') ? '&' : '?'}size=${size}`;

/** Pictures that the server draws from a name if there are none. */
const DRAWN = /^\/api\/[^?]*\/(cover|logo)(\?|$)/;

/** The address of a picture that fits a theme, should the server draw it. */
export const inTheme = (url: string, theme: 'dark' | 'light') =>
  theme === 'light' && DRAWN.test(url) ? `${url}${url.includes('?') ? '&' : '?'}theme=light` : url;
