import { RadioPage } from '@/features/radio/radio-page';
import { lazily } from '@/lib/until-loaded';

const PodcastsTab = lazily(() => import('@/features/podcasts/podcasts-tab').then((m) => m.PodcastsTab));
const StationDialog = lazily(() => import('@/features/create/station-dialog').then((m) => m.StationDialog));

/** Live Radio, with the parts that other features contribute. */
export const RadioScreen = () => <RadioPage Podcasts={PodcastsTab} Dialog={StationDialog} />;
