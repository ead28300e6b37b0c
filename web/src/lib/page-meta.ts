import { useEffect } from 'react';
import { productName, siteDescription, t } from '@/i18n/t';

/** Sets the document's title (`{title} | Sonora` or the tagline), its description and the social metadata. */
export function setPageMeta(title?: string, description = siteDescription() || t('app.description')): void {
  const full = title ? `${title} | ${productName()}` : `${productName()} | ${t('app.tagline')}`;
  document.title = full;
  meta('meta[property="og:title"]', full);
  meta('meta[name="twitter:title"]', full);
  meta('meta[name="description"]', description);
  meta('meta[property="og:description"]', description);
  meta('meta[name="twitter:description"]', description);
  meta('meta[property="og:site_name"]', productName());
}

function meta(selector: string, content: string) {
  document.head.querySelector(selector)?.setAttribute('content', content);
}

/** For pages whose title depends on their data, such as an album's. The titles of other pages are in the route table. */
export function usePageMeta(title: string | undefined, description?: string): void {
  useEffect(() => {
    if (title !== undefined) setPageMeta(title, description);
  }, [title, description]);
}
