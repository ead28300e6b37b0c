package station

import (
	"sonora/internal/api/things"
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// Stations of one's own
	edge.Post(e, "/api/radios", "makeOwnStation", "Make a radio station", edge.Member, a.makeOwnStation, edge.Created)
	edge.Put(e, "/api/radios/{id}", "saveOwnStation", "Change a radio station of one's own", edge.Member, a.saveOwnStation)
	edge.Remove(e, "/api/radios/{id}", "removeOwnStation", "Delete a radio station of one's own", edge.Member, a.removeOwnStation)
	edge.Post(e, "/api/radios/{id}/logo", "saveStationLogo", "Give a radio station a logo", edge.Member, a.saveStationLogo, things.CoverForm, edge.Throttled(edge.Free))
	edge.Remove(e, "/api/radios/{id}/logo", "removeStationLogo", "Take a radio station's logo away", edge.Member, a.removeStationLogo, edge.Throttled(edge.Free))
	edge.Get(e, "/api/radios/directory", "searchDirectory", "Look for stations in a directory of them", edge.Member, a.searchDirectory)
	edge.Post(e, "/api/radios/directory", "importFromDirectory", "Relay a station of the directory", edge.Member, a.importFromDirectory, edge.Created, edge.Lenient)

	// How they do
	edge.Get(e, "/api/radios/{id}/log", "stationLog", "What happened to a station of one's own, latest first", edge.Member, a.stationLog)
	edge.Get(e, "/api/radios/{id}/health", "stationHealth", "How a station of one's own does", edge.Member, a.stationHealth)
	edge.Get(e, "/api/radios/{id}/figures", "stationFigures", "Who listened to a station of one's own", edge.Member, a.stationFigures)
	edge.Post(e, "/api/radios/{id}/skip", "skipStation", "End what the lists of a station play", edge.Member, a.skipStation)
	edge.Post(e, "/api/radios/{id}/put-off", "putOffStation", "Take who is on air off", edge.Member, a.putOffStation)

	// What the AutoDJ plays
	edge.Get(e, "/api/radios/{id}/lists", "stationPlaylists", "List what a station of one's own plays", edge.Member, a.stationPlaylists)
	edge.Post(e, "/api/radios/{id}/lists", "addStationPlaylist", "Have a station play a playlist", edge.Member, a.addStationPlaylist, edge.Created)
	edge.Put(e, "/api/radios/{id}/lists/{list}", "saveStationPlaylist", "Change how a station plays a playlist", edge.Member, a.saveStationPlaylist)
	edge.Remove(e, "/api/radios/{id}/lists/{list}", "removeStationPlaylist", "Have a station play a playlist no more", edge.Member, a.removeStationPlaylist)
	edge.Get(e, "/api/radios/{id}/shows", "stationShows", "The week calendar of a station of one's own", edge.Member, a.stationShows)
	edge.Post(e, "/api/radios/{id}/shows", "addStationShow", "Add a show", edge.Member, a.addStationShow, edge.Created)
	edge.Put(e, "/api/radios/{id}/shows/{show}", "saveStationShow", "Change a show", edge.Member, a.saveStationShow)
	edge.Remove(e, "/api/radios/{id}/shows/{show}", "removeStationShow", "Delete a show", edge.Member, a.removeStationShow)
	edge.Get(e, "/api/radios/{id}/queue", "stationQueue", "What a station of one's own is going to play, and why", edge.Member, a.stationQueue)
	edge.Post(e, "/api/radios/{id}/queue/move", "moveInQueue", "Put a slot somewhere else", edge.Member, a.moveInQueue)
	edge.Post(e, "/api/radios/{id}/queue/remove", "removeFromQueue", "Take a slot out", edge.Member, a.removeFromQueue)
	edge.Post(e, "/api/radios/{id}/queue/add", "addToQueue", "Put tracks into the queue", edge.Member, a.addToQueue)
	edge.Post(e, "/api/radios/{id}/queue/clear", "clearQueue", "Plan everything anew, without what people put there", edge.Member, a.clearQueue)
	edge.Post(e, "/api/radios/{id}/requests/{request}/queue", "queueRequest", "Play a request next", edge.Member, a.queueRequest)

	// Who goes on air
	edge.Get(e, "/api/radios/{id}/djs", "stationDJs", "List who may go on air on a station of one's own, and how", edge.Person, a.stationDJs)
	edge.Post(e, "/api/radios/{id}/djs", "makeStationDJ", "Let somebody on air, with a password for source clients", edge.Person, a.makeStationDJ, edge.Created)
	edge.Put(e, "/api/radios/{id}/djs/{dj}", "saveStationDJ", "Change who may go on air", edge.Person, a.saveStationDJ)
	edge.Post(e, "/api/radios/{id}/djs/{dj}/password", "renewStationDJ", "Make another password for a DJ", edge.Person, a.renewStationDJ)
	edge.Remove(e, "/api/radios/{id}/djs/{dj}", "removeStationDJ", "Let a DJ on air no more", edge.Person, a.removeStationDJ)
	edge.Get(e, "/api/radios/{id}/on-air", "studioPass", "Whether one may go on air from the browser, and why not", edge.Person, a.studioPass)
	edge.Raw(e, "/api/radios/{id}/studio", "studio", "Go on air from the browser, a WebSocket", edge.Person, a.openStudio, "", edge.Answers("101", "Switching Protocols", nil))

	// The operator
	edge.Get(e, "/api/admin/radios", "adminStations", "List all radio stations", edge.Admin, a.adminStations)
	edge.Post(e, "/api/admin/radios", "makeStation", "Add a radio station", edge.Admin, a.makeStation, edge.Created)
	edge.Put(e, "/api/admin/radios/{id}", "saveStation", "Change a radio station", edge.Admin, a.saveStation)
	edge.Remove(e, "/api/admin/radios/{id}", "removeStation", "Delete a radio station", edge.Admin, a.removeStation)
}
