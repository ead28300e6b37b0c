/** The widths in pixels in which the server makes covers, logos and pictures. */
export const IMAGE_SIZES = [96, 300, 600, 1200] as const;

type ImageSize = (typeof IMAGE_SIZES)[number];

/** The address of an image in one of its sizes. */
export const sized = (url: string, size: ImageSize) => `${url}${url.includes('?') ? '&' : '?'}size=${size}`;

/** The addresses at which the server draws a picture from a name if there is none. */
const DRAWN = /^\/api\/[^?]*\/(cover|logo)(\?|$)/;

/** The address of a picture; one that the server may draw is drawn for the theme. */
export const inTheme = (url: string, theme: 'dark' | 'light') =>
  theme === 'light' && DRAWN.test(url) ? `${url}${url.includes('?') ? '&' : '?'}theme=light` : url;
