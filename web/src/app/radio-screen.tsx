import { lazy } from 'react';
import { RadioPage } from '@/features/radio/radio-page';
import { untilLoaded } from '@/lib/until-loaded';

const PodcastsTab = lazy(untilLoaded(() => import('@/features/podcasts/podcasts-tab').then((m) => ({ default: m.PodcastsTab }))));
const StationDialog = lazy(untilLoaded(() => import('@/features/create/station-dialog').then((m) => ({ default: m.StationDialog }))));

/** Live Radio, with the parts that other features contribute. */
export const RadioScreen = () => <RadioPage Podcasts={PodcastsTab} Dialog={StationDialog} />;
