package playlist

import (
	"sonora/internal/api/things"
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// What a person does
	edge.Get(e, "/api/playlists", "playlists", "List one's playlists, newest first", edge.Member, a.playlists)
	edge.Post(e, "/api/playlists", "makePlaylist", "Make a playlist", edge.Member, a.makePlaylist, edge.Created)
	edge.Get(e, "/api/playlists/{id}", "playlist", "One playlist, one's own or a public one", edge.Member, a.playlist)
	edge.Put(e, "/api/playlists/{id}", "savePlaylist", "Change a playlist of one's own", edge.Member, a.savePlaylist)
	edge.Remove(e, "/api/playlists/{id}", "removePlaylist", "Delete a playlist of one's own", edge.Member, a.removePlaylist)
	edge.Get(e, "/api/users/{id}/playlists", "playlistsOf", "List the playlists a person shows others, newest first", edge.Member, a.playlistsOf)

	// What is in playlists
	edge.Get(e, "/api/playlists/{id}/tracks", "playlistTracks", "List the tracks of a playlist", edge.Member, a.playlistTracks)
	edge.Post(e, "/api/playlists/{id}/tracks", "addTracks", "Add tracks to a playlist", edge.Member, a.addTracks)
	edge.Post(e, "/api/playlists/{id}/tracks/remove", "removeTracks", "Take entries out of a playlist", edge.Member, a.removeTracks)
	edge.Post(e, "/api/playlists/{id}/tracks/restore", "restoreTracks", "Put entries back into a playlist", edge.Member, a.restoreTracks)
	edge.Post(e, "/api/playlists/{id}/tracks/move", "moveTracks", "Move entries of a playlist", edge.Member, a.moveTracks)
	edge.Get(e, "/api/playlists/{id}/duplicates", "playlistDuplicates", "What is in a playlist more than once", edge.Member, a.playlistDuplicates)
	edge.Post(e, "/api/playlists/{id}/cover", "savePlaylistCover", "Give a playlist a picture", edge.Member, a.savePlaylistCover, things.CoverForm, edge.Throttled(edge.Free))
	edge.Remove(e, "/api/playlists/{id}/cover", "removePlaylistCover", "Take a playlist's own picture away", edge.Member, a.removePlaylistCover, edge.Throttled(edge.Free))
	edge.Raw(e, "/api/playlists/{id}/cover", "playlistCover", "The picture of a playlist", edge.Member, a.PlaylistCover, "image/*", things.SizeParameter, things.GeneratedParameter, edge.Throttled(edge.Free))
	edge.Post(e, "/api/playlists/{id}/invitation", "inviteToPlaylist", "Make the link by which others join a playlist, or get it again", edge.Member, a.inviteToPlaylist)
	edge.Remove(e, "/api/playlists/{id}/invitation", "uninviteFromPlaylist", "Take that link back", edge.Member, a.uninviteFromPlaylist)
	edge.Get(e, "/api/playlists/{id}/members", "playlistMembers", "Who changes a playlist, its owner first", edge.Member, a.playlistMembers)
	edge.Remove(e, "/api/playlists/{id}/members/{accountId}", "removePlaylistMember", "Have somebody leave a playlist, or leave it", edge.Member, a.removePlaylistMember)
	edge.Get(e, "/api/playlist-invitations/{token}", "playlistInvitation", "The playlist a link invites to", edge.Member, a.playlistInvitation)
	edge.Post(e, "/api/playlist-invitations/{token}", "joinPlaylist", "Join the playlist a link invites to", edge.Member, a.joinPlaylist)
	edge.Raw(e, "/api/playlists/{id}/export", "exportPlaylist", "A playlist as a file", edge.Member, a.exportPlaylist, "application/octet-stream", formatParameter)
	edge.Post(e, "/api/playlists/import", "importPlaylist", "Make a playlist of a file", edge.Member, a.importPlaylist, importForm, things.Slow, a.roomForImport)
	edge.Get(e, "/api/playlists/smart/fields", "smartFields", "What the rules of smart playlists can ask for", edge.Member, a.smartFields)
	edge.Post(e, "/api/playlists/smart/preview", "smartPreview", "What rules find", edge.Member, a.smartPreview)
}
