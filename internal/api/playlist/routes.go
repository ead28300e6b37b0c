package playlist

import (
	_ "embed"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

// ofVersion marks what reads or changes one version of a playlist.
var ofVersion = edge.Versioned("X-Playlist-Version")

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// Playlists
	edge.Get(e, "/api/playlists", "playlists", "List your playlists, newest first", edge.Member, a.playlists, edge.ClampLimit, edge.Fields, edge.Refuses(410), edge.Listening)
	edge.Post(e, "/api/playlists", "makePlaylist", "Create a playlist", edge.Member, a.makePlaylist, edge.Created, edge.Refuses(409), edge.Requires("name"), edge.Listening)
	edge.Get(e, "/api/playlists/{id}", "playlist", "Get one of your playlists or a public one", edge.Member, a.playlist, ofVersion, edge.Listening)
	edge.Partial(e, "/api/playlists/{id}", "savePlaylist", "Change one of your playlists", edge.Member, a.savePlaylist, ofVersion, edge.Listening)
	edge.Remove(e, "/api/playlists/{id}", "removePlaylist", "Delete one of your playlists", edge.Member, a.removePlaylist, ofVersion, edge.Listening)
	edge.Get(e, "/api/users/{id}/playlists", "playlistsOf", "List a person's public playlists, newest first", edge.Member, a.playlistsOf)

	// Entries, pictures, members and files
	edge.Get(e, "/api/playlists/{id}/tracks", "playlistTracks", "List the tracks of a playlist", edge.Member, a.playlistTracks, ofVersion, edge.Fields, edge.Listening)
	edge.Post(e, "/api/playlists/{id}/tracks", "addTracks", "Add tracks to a playlist", edge.Member, a.addTracks, ofVersion, edge.Refuses(409), edge.Listening)
	edge.Post(e, "/api/playlists/{id}/tracks/remove", "removeTracks", "Remove entries from a playlist", edge.Member, a.removeTracks, ofVersion, edge.Refuses(409), edge.Listening)
	edge.Post(e, "/api/playlists/{id}/tracks/restore", "restoreTracks", "Restore removed entries of a playlist", edge.Member, a.restoreTracks, ofVersion, edge.Refuses(409), edge.Listening)
	edge.Post(e, "/api/playlists/{id}/tracks/move", "moveTracks", "Move entries within a playlist", edge.Member, a.moveTracks, ofVersion, edge.Refuses(409), edge.Listening)
	edge.Get(e, "/api/playlists/{id}/duplicates", "playlistDuplicates", "List the duplicates in a playlist", edge.Member, a.playlistDuplicates)
	edge.Post(e, "/api/playlists/{id}/cover", "savePlaylistCover", "Set the picture of a playlist", edge.Member, a.savePlaylistCover, ofVersion, things.CoverForm, edge.Throttled(edge.Free))
	edge.Remove(e, "/api/playlists/{id}/cover", "removePlaylistCover", "Remove a playlist's own picture", edge.Member, a.removePlaylistCover, ofVersion, edge.Throttled(edge.Free))
	edge.Raw(e, "/api/playlists/{id}/cover", "playlistCover", "Get the picture of a playlist", edge.Member, a.PlaylistCover, "image/*", things.SizeParameter, things.GeneratedParameters, edge.Throttled(edge.Free), edge.Revalidates, edge.Listening)
	edge.Post(e, "/api/playlists/{id}/invitation", "inviteToPlaylist", "Get the link by which others join a playlist, creating it if necessary", edge.Member, a.inviteToPlaylist, edge.Refuses(409))
	edge.Remove(e, "/api/playlists/{id}/invitation", "uninviteFromPlaylist", "Revoke the link to join a playlist", edge.Member, a.uninviteFromPlaylist)
	edge.Get(e, "/api/playlists/{id}/members", "playlistMembers", "List the people who can edit a playlist, the owner first", edge.Member, a.playlistMembers)
	edge.Remove(e, "/api/playlists/{id}/members/{accountId}", "removePlaylistMember", "Remove a member from a playlist, or leave it", edge.Member, a.removePlaylistMember)
	edge.Get(e, "/api/playlist-invitations/{token}", "playlistInvitation", "Get the playlist that a link invites to", edge.Member, a.playlistInvitation)
	edge.Post(e, "/api/playlist-invitations/{token}", "joinPlaylist", "Join the playlist that a link invites to", edge.Member, a.joinPlaylist, edge.Refuses(409))
	edge.Raw(e, "/api/playlists/{id}/export", "exportPlaylist", "Export a playlist as a file", edge.Member, a.exportPlaylist, "application/octet-stream", formatParameter)
	edge.Post(e, "/api/playlists/import", "importPlaylist", "Import a playlist from a file", edge.Member, a.importPlaylist, importForm, things.Slow, a.roomForImport, edge.Refuses(409))
	edge.Get(e, "/api/playlists/smart/fields", "smartFields", "List the fields that rules of smart playlists can use", edge.Member, a.smartFields)
	edge.Post(e, "/api/playlists/smart/preview", "smartPreview", "Preview the tracks that rules find", edge.Member, a.smartPreview, edge.Continues)
}
