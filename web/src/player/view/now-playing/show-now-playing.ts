import { glide, type NowPlayingTab, useNowPlaying } from './use-now-playing';

/** Opens the full-screen player, on a tab if one is named. Its code loads the first time. */
export async function showNowPlaying(tab?: NowPlayingTab): Promise<void> {
  const { NowPlaying } = await import('./now-playing');
  useNowPlaying.setState({ Screen: NowPlaying });
  glide(() => useNowPlaying.setState((state) => ({ open: true, tab: tab ?? state.tab, asked: tab !== undefined })));
}
