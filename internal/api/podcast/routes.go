package podcast

import (
	"sonora/internal/api/things"
	"sonora/internal/edge"
)

func (a *API) routes(e *edge.Edge) {
	// Podcasts
	edge.Get(e, "/api/podcasts", "podcasts", "List podcasts", edge.Browser, a.listPodcasts)
	edge.Post(e, "/api/podcasts", "makePodcast", "Publish a podcast", edge.Creator, a.makePodcast, edge.Created)
	edge.Post(e, "/api/podcasts/subscriptions", "subscribePodcast", "Subscribe to a feed", edge.Member, a.subscribePodcast, edge.Created)
	edge.Post(e, "/api/podcasts/opml", "importPodcasts", "Subscribe to every feed of an OPML file", edge.Member, a.importPodcasts, edge.Accepted, opmlForm)
	edge.Raw(e, "/api/podcasts/opml", "exportPodcasts", "One's subscriptions, an OPML file", edge.Member, a.exportPodcasts, "text/x-opml")
	edge.Get(e, "/api/podcasts/imports", "podcastImports", "What became of one's imports", edge.Member, a.podcastImports)
	edge.Get(e, "/api/podcasts/{id}", "podcast", "One podcast", edge.Browser, a.podcast)
	edge.Put(e, "/api/podcasts/{id}", "savePodcast", "Change a podcast one publishes", edge.Creator, a.savePodcast)
	edge.Remove(e, "/api/podcasts/{id}", "removePodcast", "Delete a podcast one publishes", edge.Creator, a.removePodcast)
	edge.Put(e, "/api/podcasts/{id}/subscription", "saveSubscription", "Subscribe to a podcast, or change what one wants of it", edge.Member, a.saveSubscription)
	edge.Remove(e, "/api/podcasts/{id}/subscription", "unsubscribePodcast", "End a subscription", edge.Member, a.unsubscribePodcast)
	edge.Post(e, "/api/podcasts/{id}/refresh", "refreshPodcast", "Have a feed read soon", edge.Member, a.refreshPodcast)
	edge.Raw(e, "/api/podcasts/{id}/cover", "podcastCover", "The picture of a podcast", edge.Browser, a.podcastCover, "image/*", things.SizeParameter, things.GeneratedParameter)
	edge.Post(e, "/api/podcasts/{id}/cover", "savePodcastCover", "Give a podcast one publishes a picture", edge.Creator, a.savePodcastCover, things.CoverForm)
	edge.Remove(e, "/api/podcasts/{id}/cover", "removePodcastCover", "Take its picture away", edge.Creator, a.removePodcastCover)
	edge.Get(e, "/api/podcasts/{id}/figures", "podcastFigures", "How often a podcast one publishes is heard", edge.Creator, a.podcastFigures)
	edge.Get(e, "/api/podcasts/{id}/episodes", "podcastEpisodes", "List a podcast's episodes, latest first", edge.Browser, a.podcastEpisodes)
	edge.Post(e, "/api/podcasts/{id}/episodes", "addEpisode", "Publish an episode", edge.Creator, a.addEpisode, edge.Created)
	edge.Get(e, "/api/episodes", "episodes", "List episodes to go on with", edge.Member, a.listEpisodes)
	edge.Get(e, "/api/episodes/{id}", "episode", "One episode, with its notes", edge.Browser, a.episode)
	edge.Put(e, "/api/episodes/{id}", "saveEpisode", "Change an episode one publishes", edge.Creator, a.saveEpisode)
	edge.Remove(e, "/api/episodes/{id}", "removeEpisode", "Delete an episode one publishes", edge.Creator, a.removeEpisode)
	edge.Put(e, "/api/episodes/{id}/progress", "saveProgress", "Note how far one is in an episode", edge.Member, a.saveProgress)
	edge.Get(e, "/api/episodes/{id}/chapters", "episodeChapters", "The chapters of an episode, wherever they are written", edge.Browser, a.episodeChapters)
	edge.Get(e, "/api/episodes/{id}/transcript", "episodeTranscript", "What is said in an episode", edge.Browser, a.episodeTranscript)
	edge.Raw(e, "/api/episodes/{id}/sound", "episodeSound", "How to get to a moment of an episode", edge.Browser, a.episodeSound, "application/json", jumpsAnswer)
	edge.Raw(e, "/api/episodes/{id}/stream", "streamEpisode", "The sound of an episode", edge.Browser, a.streamEpisode, "audio/*", startParameters)

	// For browsers
	e.Handle("GET /podcasts/{id}/feed.xml", a.publicly(a.podcastFeed))
	e.Handle("GET /podcasts/{id}/cover.jpg", a.publicly(a.podcastPicture))
	e.Handle("GET /podcasts/{id}/media/{name}", a.publicly(a.podcastMedia))
}
