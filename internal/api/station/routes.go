package station

import (
	_ "embed"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// Your own stations
	edge.Post(e, "/api/radios", "makeOwnStation", "Create a radio station", edge.Creator, a.makeOwnStation, edge.Created, edge.Refuses(409), edge.Requires("name"))
	edge.Partial(e, "/api/radios/{id}", "saveOwnStation", "Change one of your radio stations", edge.Member, a.saveOwnStation, things.StationVersion)
	edge.Remove(e, "/api/radios/{id}", "removeOwnStation", "Delete one of your radio stations", edge.Member, a.removeOwnStation, things.StationVersion)
	edge.Post(e, "/api/radios/{id}/logo", "saveStationLogo", "Set the logo of a radio station", edge.Member, a.saveStationLogo, things.StationVersion, things.CoverForm, edge.Throttled(edge.Free))
	edge.Remove(e, "/api/radios/{id}/logo", "removeStationLogo", "Remove the logo of a radio station", edge.Member, a.removeStationLogo, things.StationVersion, edge.Throttled(edge.Free))
	edge.Get(e, "/api/radios/directory", "searchDirectory", "Search a directory of radio stations", edge.Creator, a.searchDirectory, edge.Refuses(409))
	edge.Post(e, "/api/radios/directory", "importFromDirectory", "Add a station from the directory as a relay", edge.Creator, a.importFromDirectory, edge.Created, edge.Lenient, edge.Refuses(409))

	// Log, health and statistics
	edge.Get(e, "/api/radios/{id}/log", "stationLog", "List the log of one of your stations, latest first", edge.Member, a.stationLog)
	edge.Get(e, "/api/radios/{id}/health", "stationHealth", "Get the technical state of one of your stations", edge.Member, a.stationHealth)
	edge.Get(e, "/api/radios/{id}/figures", "stationFigures", "Get the listening statistics of one of your stations", edge.Member, a.stationFigures)
	edge.Post(e, "/api/radios/{id}/skip", "skipStation", "Skip what the AutoDJ plays", edge.Member, a.skipStation, edge.Refuses(409))
	edge.Post(e, "/api/radios/{id}/put-off", "putOffStation", "Disconnect the source on air", edge.Member, a.putOffStation)

	// Programming of the AutoDJ
	edge.Get(e, "/api/radios/{id}/lists", "stationPlaylists", "List the rotation playlists of one of your stations", edge.Member, a.stationPlaylists)
	edge.Post(e, "/api/radios/{id}/lists", "addStationPlaylist", "Add a rotation playlist to a station", edge.Member, a.addStationPlaylist, edge.Created, edge.Refuses(409), edge.Requires("playlistId"))
	edge.Partial(e, "/api/radios/{id}/lists/{list}", "saveStationPlaylist", "Change a rotation playlist of a station", edge.Member, a.saveStationPlaylist)
	edge.Remove(e, "/api/radios/{id}/lists/{list}", "removeStationPlaylist", "Remove a rotation playlist from a station", edge.Member, a.removeStationPlaylist)
	edge.Post(e, "/api/radios/{id}/jingles", "addJingle", "Use a track as a jingle of a station", edge.Member, a.addJingle, edge.Refuses(409))
	edge.Get(e, "/api/radios/{id}/shows", "stationShows", "List the shows in the calendar of one of your stations", edge.Member, a.stationShows)
	edge.Post(e, "/api/radios/{id}/shows", "addStationShow", "Add a show", edge.Member, a.addStationShow, edge.Created, edge.Refuses(409), edge.Requires("days", "minutes", "name"))
	edge.Partial(e, "/api/radios/{id}/shows/{show}", "saveStationShow", "Change a show", edge.Member, a.saveStationShow)
	edge.Remove(e, "/api/radios/{id}/shows/{show}", "removeStationShow", "Delete a show", edge.Member, a.removeStationShow)
	edge.Get(e, "/api/radios/{id}/queue", "stationQueue", "Get the queue of one of your stations, with a reason for each slot", edge.Member, a.stationQueue)
	edge.Post(e, "/api/radios/{id}/queue/move", "moveInQueue", "Move a slot in the queue", edge.Member, a.moveInQueue, edge.Refuses(409))
	edge.Post(e, "/api/radios/{id}/queue/remove", "removeFromQueue", "Remove a slot from the queue", edge.Member, a.removeFromQueue, edge.Refuses(409))
	edge.Post(e, "/api/radios/{id}/queue/add", "addToQueue", "Add tracks to the queue", edge.Member, a.addToQueue, edge.Refuses(409))
	edge.Post(e, "/api/radios/{id}/queue/clear", "clearQueue", "Plan the queue again, dropping what people placed", edge.Member, a.clearQueue)
	edge.Post(e, "/api/radios/{id}/requests/{request}/queue", "queueRequest", "Play a request next", edge.Member, a.queueRequest, edge.Refuses(409))

	// DJs and the studio
	edge.Get(e, "/api/radios/{id}/djs", "stationDJs", "List the DJs of one of your stations, and how they connect", edge.Person, a.stationDJs)
	edge.Post(e, "/api/radios/{id}/djs", "makeStationDJ", "Add a DJ, with a password for source clients", edge.Person, a.makeStationDJ, edge.Created, edge.Refuses(409), edge.Requires("name"))
	edge.Partial(e, "/api/radios/{id}/djs/{dj}", "saveStationDJ", "Change a DJ", edge.Person, a.saveStationDJ)
	edge.Post(e, "/api/radios/{id}/djs/{dj}/password", "renewStationDJ", "Generate a new password for a DJ", edge.Person, a.renewStationDJ)
	edge.Remove(e, "/api/radios/{id}/djs/{dj}", "removeStationDJ", "Remove a DJ from a station", edge.Person, a.removeStationDJ)
	edge.Get(e, "/api/radios/{id}/on-air", "studioPass", "Get whether you may go on air from the browser", edge.Person, a.studioPass)
	edge.Raw(e, "/api/radios/{id}/studio", "studio", "Go on air from the browser (WebSocket)", edge.Person, a.openStudio, "", e.Exchanges(studioMessagesJSON{}), edge.Refuses(409))

	// The operator
	edge.Get(e, "/api/admin/radios", "adminStations", "List all radio stations", edge.Admin, a.adminStations)
	edge.Post(e, "/api/admin/radios", "makeStation", "Add a radio station", edge.Admin, a.makeStation, edge.Created, edge.Requires("name"))
	edge.Post(e, "/api/admin/radios/bulk", "changeStations", "Show, hide or delete several radio stations", edge.Admin, a.changeStations, edge.Slow(edge.BulkTime))
	edge.Partial(e, "/api/admin/radios/{id}", "saveStation", "Change a radio station", edge.Admin, a.saveStation, things.StationVersion)
	edge.Remove(e, "/api/admin/radios/{id}", "removeStation", "Delete a radio station", edge.Admin, a.removeStation, things.StationVersion)
}
