extension NumericStruct {
    /// The same values as a message.
    public var message: NumericMessage {
        var message = NumericMessage()
        (message.a, message.b, message.c, message.d, message.e, message.f) = (a, b, c, d, e, f)
        (message.g, message.h, message.i, message.j, message.k, message.l) = (g, h, i, j, k, l)
        return message
    }
}

extension Sample {
    /// The same values as a message; narrow integers are widened to what messages have.
    public var message: SampleMessage {
        var message = SampleMessage()
        message.index = Int64(index)
        (message.tiny, message.small, message.medium, message.large) = (Int32(tiny), Int32(small), medium, large)
        (message.count, message.byte, message.word) = (UInt64(count), UInt32(byte), UInt32(word))
        (message.mask, message.identifier, message.ratio, message.weight) = (mask, identifier, ratio, weight)
        (message.isValid, message.isLast) = (isValid, isLast)
        message.bytes = .init(bytes)
        message.offsets = offsets.map { Int32($0) }
        (message.samples, message.times, message.levels, message.points) = (samples, times, levels, points)
        (message.flags, message.name) = (flags, name)
        return message
    }
}

extension MediaContent {
    /// The same values as a message.
    public var message: MediaContentMessage {
        var message = MediaContentMessage()
        message.media.uri = media.uri
        if let title = media.title { message.media.title = title }
        (message.media.width, message.media.height) = (media.width, media.height)
        (message.media.format, message.media.duration) = (media.format, media.duration)
        message.media.size = media.size
        if let bitrate = media.bitrate { message.media.bitrate = bitrate }
        message.media.persons = media.persons
        message.media.player = media.player == .java ? .java : .flash
        if let copyright = media.copyright { message.media.copyright = copyright }
        message.images = images.map { image in
            var result = MediaContentMessage.Image()
            result.uri = image.uri
            if let title = image.title { result.title = title }
            (result.width, result.height) = (image.width, image.height)
            result.size = image.size == .small ? .small : .large
            return result
        }
        return message
    }
}
