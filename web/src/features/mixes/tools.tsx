import { Link } from '@tanstack/react-router';
import { AudioWaveform, MapPin, Sparkles } from 'lucide-react';
import { t } from '@/i18n/mixes';

const TOOLS = [
  { tool: 'mix', icon: Sparkles },
  { tool: 'cues', icon: MapPin },
  { tool: 'effects', icon: AudioWaveform },
] as const;

/** What the DJ desk can do by itself. Each card opens the desk at that tool. */
export const Tools = () => (
  <ul className="mt-8 grid gap-4 sm:grid-cols-3">
    {TOOLS.map(({ tool, icon: Icon }) => (
      <li key={tool} className="relative rounded-xl border border-line bg-surface p-5 transition hover:border-line-strong">
        <Icon size={22} aria-hidden className="text-ai" />
        <h2 className="display mt-3 text-lg">
          <Link to="/mixes" search={{ tab: 'crear', tool }} className="after:absolute after:inset-0">
            {t(`mixes.tool.${tool}`)}
          </Link>
        </h2>
        <p className="mt-1 text-fg-muted text-sm">{t(`mixes.tool.${tool}Text`)}</p>
      </li>
    ))}
  </ul>
);
