// Drives a server with subsonic-api, as a music app in a browser would: with GET and
// a token, with POST, and with an API key alone.
import assert from 'node:assert/strict';
import SubsonicAPI from 'subsonic-api';

const { SONORA_URL: url, SONORA_USER: username, SONORA_KEY: key } = process.env;

/** Throws unless a call succeeded. */
async function ok(call) {
  const answer = await call;
  assert.equal(answer.status, 'ok', JSON.stringify(answer.error));
  return answer;
}

const names = (items, property = 'title') => items.map((item) => item[property]);

async function browse(api) {
  const { artists } = await ok(api.getArtists());
  const ada = artists.index.flatMap((index) => index.artist).find((artist) => artist.name === 'Ada');
  const { artist } = await ok(api.getArtist({ id: ada.id }));
  const first = artist.album.find((album) => album.name === 'First Light');
  const { album } = await ok(api.getAlbum({ id: first.id }));
  assert.deepEqual(names(album.song), ['Dawn', 'Noon', 'Dusk']);
  assert.ok(album.created instanceof Date && !Number.isNaN(album.created.getTime()));
  const { albumList2 } = await ok(api.getAlbumList2({ type: 'alphabeticalByName', size: 2, offset: 1 }));
  assert.deepEqual(names(albumList2.album, 'name'), ['First Light', 'Odd Names']);
  const { indexes } = await ok(api.getIndexes());
  const folder = indexes.index.flatMap((index) => index.artist).find((artist) => artist.name === 'Ada');
  const { directory } = await ok(api.getMusicDirectory({ id: folder.id }));
  assert.ok(directory.child.some((child) => child.isDir));
  const { genres } = await ok(api.getGenres());
  assert.ok(genres.genre.some((genre) => genre.value === 'Folk' && genre.songCount === 3));
  return { artist, album };
}

async function search(api) {
  const { searchResult3 } = await ok(api.search3({ query: 'dusk' }));
  assert.deepEqual(names(searchResult3.song), ['Dusk']);
  const all = await ok(api.search3({ query: '', songCount: 500, albumCount: 500, artistCount: 500 }));
  assert.equal(all.searchResult3.album.length, 5);
}

async function play(api, song) {
  const whole = Buffer.from(await (await api.stream({ id: song.id })).arrayBuffer());
  assert.equal(whole.length, song.size);
  const ranged = new SubsonicAPI({
    url,
    auth: { username, password: key },
    fetch: (address, options) => fetch(address, { ...options, headers: { ...options?.headers, Range: 'bytes=100-199' } }),
  });
  const part = await ranged.stream({ id: song.id, format: 'raw' });
  assert.equal(part.status, 206);
  assert.deepEqual(Buffer.from(await part.arrayBuffer()), whole.subarray(100, 200));
  const cover = await api.getCoverArt({ id: song.coverArt, size: 300 });
  assert.match(cover.headers.get('Content-Type'), /^image\//);
  await ok(api.scrobble({ id: song.id, submission: false }));
  await ok(api.scrobble({ id: [song.id, song.id], submission: true }));
  const { nowPlaying } = await ok(api.getNowPlaying());
  assert.deepEqual(names(nowPlaying.entry), [song.title]);
}

async function star(api, { artist, album }) {
  const [dawn, noon] = album.song;
  await ok(api.star({ id: [dawn.id, noon.id], albumId: album.id, artistId: artist.id }));
  await ok(api.setRating({ id: dawn.id, rating: 4 }));
  const { starred2 } = await ok(api.getStarred2());
  assert.deepEqual(names(starred2.song).sort(), ['Dawn', 'Noon']);
  assert.deepEqual(names(starred2.album, 'name'), ['First Light']);
  assert.deepEqual(names(starred2.artist, 'name'), ['Ada']);
  assert.equal(starred2.song.find((song) => song.title === 'Dawn').userRating, 4);
  await ok(api.unstar({ id: [dawn.id, noon.id], albumId: album.id, artistId: artist.id }));
  await ok(api.setRating({ id: dawn.id, rating: 0 }));
  const empty = (await ok(api.getStarred2())).starred2;
  assert.equal(empty.song.length + empty.album.length + empty.artist.length, 0);
}

async function playlists(api, { album }) {
  const [dawn, noon, dusk] = names(album.song, 'id');
  const made = (await ok(api.createPlaylist({ name: 'Día', songId: [dawn, noon] }))).playlist;
  await ok(api.updatePlaylist({ playlistId: made.id, name: 'Day', public: true, songIdToAdd: [dusk, dawn], songIndexToRemove: [0] }));
  const { playlist } = await ok(api.getPlaylist({ id: made.id }));
  assert.deepEqual([playlist.name, playlist.public, names(playlist.entry)], ['Day', true, ['Noon', 'Dusk', 'Dawn']]);
  await ok(api.createPlaylist({ playlistId: made.id, songId: [dusk] }));
  const listed = (await ok(api.getPlaylists())).playlists.playlist;
  assert.deepEqual(listed.map((list) => [list.name, list.songCount]), [['Day', 1]]);
  await ok(api.deletePlaylist({ id: made.id }));
  assert.equal((await api.getPlaylist({ id: made.id })).error.code, 70);
}

async function queue(api, { album }) {
  const ids = names(album.song, 'id');
  await ok(api.savePlayQueue({ id: ids, current: ids[1], position: 1500 }));
  const { playQueue } = await ok(api.getPlayQueue());
  assert.deepEqual([playQueue.current, playQueue.position, playQueue.entry.length], [ids[1], 1500, 3]);
  await ok(api.createBookmark({ id: ids[2], position: 700 }));
  assert.deepEqual((await ok(api.getBookmarks())).bookmarks.bookmark.map((mark) => mark.entry.title), ['Dusk']);
  await ok(api.deleteBookmark({ id: ids[2] }));
}

for (const config of [
  { url, auth: { username, password: key } },
  { url, auth: { username, password: key }, post: true },
  { url, auth: { apiKey: key } },
]) {
  const api = new SubsonicAPI(config);
  await ok(api.ping());
  const { openSubsonicExtensions } = await ok(api.getOpenSubsonicExtensions());
  assert.ok(names(openSubsonicExtensions, 'name').includes('formPost'));
  const music = await browse(api);
  await search(api);
  await play(api, music.album.song[0]);
  await star(api, music);
  await playlists(api, music);
  await queue(api, music);
}
const wrong = await new SubsonicAPI({ url, auth: { username, password: 'guess' } }).ping();
assert.equal(wrong.error.code, 40);
