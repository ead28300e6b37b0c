package podcast

import (
	_ "embed"

	"sonora/internal/api/things"
	"sonora/internal/edge"
)

//go:embed operations.md
var operations string

func (a *API) routes(e *edge.Edge) {
	e.Describe(operations)

	// Podcasts and episodes
	edge.Get(e, "/api/podcasts", "podcasts", "List podcasts", edge.Browser, a.listPodcasts)
	edge.Post(e, "/api/podcasts", "makePodcast", "Publish a podcast", edge.Creator, a.makePodcast, edge.Created, edge.Refuses(409), edge.Requires("title"))
	edge.Post(e, "/api/podcasts/subscriptions", "subscribePodcast", "Subscribe to a feed", edge.Member, a.subscribePodcast, edge.Created, edge.Refuses(409))
	edge.Post(e, "/api/podcasts/opml", "importPodcasts", "Subscribe to every feed of an OPML file", edge.Member, a.importPodcasts, edge.Accepted, opmlForm)
	edge.Raw(e, "/api/podcasts/opml", "exportPodcasts", "Export your subscriptions as an OPML file", edge.Member, a.exportPodcasts, "text/x-opml")
	edge.Get(e, "/api/podcasts/imports", "podcastImports", "List your imports and their results", edge.Member, a.podcastImports)
	edge.Get(e, "/api/podcasts/{id}", "podcast", "Get a podcast", edge.Browser, a.podcast)
	edge.Partial(e, "/api/podcasts/{id}", "savePodcast", "Change a podcast you publish", edge.Creator, a.savePodcast)
	edge.Remove(e, "/api/podcasts/{id}", "removePodcast", "Delete a podcast you publish", edge.Creator, a.removePodcast)
	edge.Partial(e, "/api/podcasts/{id}/subscription", "saveSubscription", "Subscribe to a podcast, or change your subscription", edge.Member, a.saveSubscription, edge.Refuses(409))
	edge.Remove(e, "/api/podcasts/{id}/subscription", "unsubscribePodcast", "Unsubscribe from a podcast", edge.Member, a.unsubscribePodcast)
	edge.Post(e, "/api/podcasts/{id}/refresh", "refreshPodcast", "Refresh the feed of a podcast", edge.Member, a.refreshPodcast)
	edge.Raw(e, "/api/podcasts/{id}/cover", "podcastCover", "Get the picture of a podcast", edge.Browser, a.podcastCover, "image/*", things.SizeParameter, things.GeneratedParameters, edge.Revalidates)
	edge.Post(e, "/api/podcasts/{id}/cover", "savePodcastCover", "Set the picture of a podcast you publish", edge.Creator, a.savePodcastCover, things.CoverForm)
	edge.Remove(e, "/api/podcasts/{id}/cover", "removePodcastCover", "Remove the picture of a podcast you publish", edge.Creator, a.removePodcastCover)
	edge.Get(e, "/api/podcasts/{id}/figures", "podcastFigures", "Get the statistics of a podcast you publish", edge.Creator, a.podcastFigures)
	edge.Get(e, "/api/podcasts/{id}/episodes", "podcastEpisodes", "List a podcast's episodes, latest first", edge.Browser, a.podcastEpisodes)
	edge.Post(e, "/api/podcasts/{id}/episodes", "addEpisode", "Add an episode to a podcast you publish", edge.Creator, a.addEpisode, edge.Created, edge.Refuses(409))
	edge.Get(e, "/api/episodes", "episodes", "List unfinished or new episodes", edge.Member, a.listEpisodes)
	edge.Get(e, "/api/episodes/{id}", "episode", "Get an episode with its notes", edge.Browser, a.episode)
	edge.Partial(e, "/api/episodes/{id}", "saveEpisode", "Change an episode you publish", edge.Creator, a.saveEpisode)
	edge.Remove(e, "/api/episodes/{id}", "removeEpisode", "Delete an episode you publish", edge.Creator, a.removeEpisode)
	edge.Put(e, "/api/episodes/{id}/progress", "saveProgress", "Save your position in an episode", edge.Member, a.saveProgress, edge.Lasts)
	edge.Get(e, "/api/episodes/{id}/chapters", "episodeChapters", "Get the chapters of an episode", edge.Browser, a.episodeChapters)
	edge.Get(e, "/api/episodes/{id}/transcript", "episodeTranscript", "Get the transcript of an episode", edge.Browser, a.episodeTranscript)
	edge.Raw(e, "/api/episodes/{id}/sound", "episodeSound", "Get how to seek in an episode", edge.Browser, a.episodeSound, "application/json", jumpsAnswer, edge.Revalidates)
	edge.Raw(e, "/api/episodes/{id}/stream", "streamEpisode", "Stream an episode", edge.Browser, a.streamEpisode, "audio/*", startParameters, edge.Refuses(416), edge.Revalidates)

	// For podcast apps and directories
	e.Handle("GET /podcasts/{id}/feed.xml", a.publicly(a.podcastFeed))
	e.Handle("GET /podcasts/{id}/cover.jpg", a.publicly(a.podcastPicture))
	e.Handle("GET /podcasts/{id}/media/{name}", a.publicly(a.podcastMedia))
}
