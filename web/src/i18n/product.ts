/** The product's default name, and its name in keys and file names. */
export const PRODUCT = { name: 'Sonora', slug: 'sonora' } as const;
