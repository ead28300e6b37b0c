/** The widths in pixels in which the server makes covers, logos and pictures. */
export const IMAGE_SIZES = [96, 300, 600, 1200] as const;

type ImageSize = (typeof IMAGE_SIZES)[number];

/** The address of an image in one of its sizes. */
export const sized = (url: string, size: ImageSize) => `${url}${url.includes('?') ? '&' : '?'}size=${size}`;
