import { Download, Share2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '@/i18n/history';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast/toast-store';
import { drawReview, PICTURE, type ReviewFacts } from './review-picture';

type ReviewShareProps = { facts: ReviewFacts; alt: string; fileName: string };

/** The year as an image to save or share. */
export function ReviewShare({ facts, alt, fileName }: ReviewShareProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [failed, setFailed] = useState(false);
  const content = JSON.stringify(facts);
  useEffect(() => {
    let gone = false;
    const draw = () => {
      if (gone || !canvas.current) return;
      try {
        drawReview(canvas.current, JSON.parse(content));
      } catch {
        setFailed(true);
      }
    };
    void document.fonts?.ready.then(draw);
    if (!document.fonts) draw();
    return () => {
      gone = true;
    };
  }, [content]);
  if (failed) return <p className="text-fg-muted">{t('review.pictureFailed')}</p>;
  return (
    <div className="flex flex-wrap items-start gap-6">
      <canvas
        ref={canvas}
        role="img"
        aria-label={alt}
        width={PICTURE.width}
        height={PICTURE.height}
        className="h-auto w-full max-w-80 rounded-xl border border-line"
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void save(canvas.current, fileName)}>
          <Download size={18} aria-hidden />
          {t('review.save')}
        </Button>
        {canShare() && (
          <Button onClick={() => void share(canvas.current, fileName, alt)}>
            <Share2 size={18} aria-hidden />
            {t('review.share')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Whether this browser can share images. */
const canShare = () => navigator.canShare?.({ files: [new File([''], 'a.png', { type: 'image/png' })] }) ?? false;

const fileOf = async (canvas: HTMLCanvasElement | null, name: string): Promise<File> => {
  const blob = await new Promise<Blob | null>((resolve) => (canvas ? canvas.toBlob(resolve, 'image/png') : resolve(null)));
  if (!blob) throw new Error('no picture');
  return new File([blob], name, { type: 'image/png' });
};

async function save(canvas: HTMLCanvasElement | null, name: string) {
  try {
    const url = URL.createObjectURL(await fileOf(canvas, name));
    Object.assign(document.createElement('a'), { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  } catch {
    toast({ tone: 'danger', title: t('review.pictureFailed') });
  }
}

async function share(canvas: HTMLCanvasElement | null, name: string, text: string) {
  try {
    await navigator.share({ files: [await fileOf(canvas, name)], text });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return;
    toast({ tone: 'danger', title: t('review.shareFailed') });
  }
}
