"""Drives a server with the adapter of Sublime Music, a player for the desktop."""

import os
import tempfile
from datetime import timedelta
from pathlib import Path

import requests
from sublime_music.adapters import AlbumSearchQuery, ConfigurationStore
from sublime_music.adapters.subsonic import SubsonicAdapter


def adapter(folder: str, **more) -> SubsonicAdapter:
    config = ConfigurationStore(
        server_address=os.environ["SONORA_URL"],
        username=os.environ["SONORA_USER"],
        verify_cert=True,
        **more,
    )
    config.set_secret("password", os.environ["SONORA_KEY"])
    return SubsonicAdapter(config, Path(folder))


def same(what: str, got, want):
    assert got == want, f"{what}: {got!r}, want {want!r}"


def titles(songs):
    return [song.title for song in songs]


def browse(a: SubsonicAdapter):
    same("articles", a.get_ignored_articles(), {"The", "An", "A"})
    ada = next(artist for artist in a.get_artists() if artist.name == "Ada")
    artist = a.get_artist(ada.id)
    album = a.get_album(next(album for album in artist.albums if album.name == "First Light").id)
    same("songs", titles(album.songs), ["Dawn", "Noon", "Dusk"])
    same("song", a.get_song_details(album.songs[0].id).album.name, "First Light")
    for kind in AlbumSearchQuery.Type:
        a.get_albums(AlbumSearchQuery(kind, year_range=(2000, 2030)))
    same("albums", len(a.get_albums(AlbumSearchQuery(AlbumSearchQuery.Type.ALPHABETICAL_BY_NAME))), 5)
    assert any(genre.name == "Folk" for genre in a.get_genres())
    folder = next(child for child in a.get_directory("root").children if child.name == "Ada")
    inside = a.get_directory(folder.id).children[0]
    same("songs of the folder", titles(a.get_directory(inside.id).children), ["Dawn", "Noon", "Dusk"])
    return artist, album


def search(a: SubsonicAdapter):
    same("found", [song.title for song in a.search("dusk").songs], ["Dusk"])


def play(a: SubsonicAdapter, song):
    whole = requests.get(a.get_song_file_uri(song.id, ["http"])).content
    same("bytes", len(whole), song.size)
    part = requests.get(a.get_song_stream_uri(song.id), headers={"Range": "bytes=100-199"})
    same("range", (part.status_code, part.content), (206, whole[100:200]))
    cover = requests.get(a.get_cover_art_uri(song.cover_art, "http", 300))
    assert cover.headers["Content-Type"].startswith("image/"), cover.headers
    a.scrobble_song(song)


def star(a: SubsonicAdapter, song):
    """Sublime Music lists what is starred, but has no button for it."""
    a._get_json(a._make_url("star"), id=song.id, albumId=song.album.id)
    starred = a.get_albums(AlbumSearchQuery(AlbumSearchQuery.Type.STARRED))
    same("starred albums", [album.name for album in starred], ["First Light"])
    assert a.get_song_details(song.id).starred
    a._get_json(a._make_url("unstar"), id=song.id, albumId=song.album.id)
    assert not a.get_song_details(song.id).starred


def playlists(a: SubsonicAdapter, songs):
    dawn, noon, dusk = songs
    made = a.create_playlist("Día", [dawn, noon])
    a.update_playlist(made.id, name="Day", comment="", append_song_ids=[dusk.id])
    same("playlist", titles(a.get_playlist_details(made.id).songs), ["Dawn", "Noon", "Dusk"])
    changed = a.update_playlist(made.id, song_ids=[dusk.id, dawn.id])
    same("replaced", (changed.name, titles(changed.songs)), ("Day", ["Dusk", "Dawn"]))
    same("playlists", [(p.name, p.song_count) for p in a.get_playlists()], [("Day", 2)])
    a.delete_playlist(made.id)
    same("playlists", a.get_playlists(), [])


def queue(a: SubsonicAdapter, songs):
    ids = [song.id for song in songs]
    a.save_play_queue(ids, 1, timedelta(seconds=1.5))
    q = a.get_play_queue()
    same("queue", (titles(q.songs), q.current_index, q.position), (["Dawn", "Noon", "Dusk"], 1, timedelta(seconds=1.5)))


with tempfile.TemporaryDirectory() as folder:
    for salted in (True, False):
        app = adapter(folder, salt_auth=salted)
        app._set_ping_status()
        assert app.ping_status
        _, first_light = browse(app)
        search(app)
        play(app, first_light.songs[0])
        star(app, first_light.songs[0])
        playlists(app, first_light.songs)
        queue(app, first_light.songs)
        app._last_ping_timestamp.value = 0
