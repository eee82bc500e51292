// The signatures of Unreal that the actor of its README uses, from its manual. No part of the folder.
#pragma once
#include <cstdarg>
#include <cstdio>

struct FVector
{
    double X = 0, Y = 0, Z = 0;
    FVector(double x, double y, double z) : X(x), Y(y), Z(z) {}
};

namespace EEndPlayReason { enum Type { Destroyed, LevelTransition, EndPlayInEditor, RemovedFromWorld, Quit }; }

class AActor
{
public:
    virtual ~AActor() = default;
    virtual void BeginPlay() {}
    virtual void Tick(float) {}
    virtual void EndPlay(const EEndPlayReason::Type) {}
    FVector GetActorLocation() const { return Location; }
    bool SetActorLocation(const FVector &At) { Location = At; return true; }

private:
    FVector Location{-800, 0, 200};
};

#define TEXT(Text) Text
#define UTF8_TO_TCHAR(Text) Text
#define UE_LOG(Category, Verbosity, Format, ...) std::printf(Format "\n", __VA_ARGS__)
